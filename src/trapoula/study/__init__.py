"""Studies: judge many numbered deals of a patience under the same rules, and count the results.

    study = Study.of("golf", {}, seconds=1)
    with Results(path) as results:
       for judged in run(study, results.missing(study, range(1, 101)), Alone()):
           results.add(study, judged)
       print(results.count(study).bounds)

`trapoula study` does this; docs/studies.md explains it for one machine or many.
"""

from trapoula.study.results import Results
from trapoula.study.row import Judged, Row
from trapoula.study.run import run
from trapoula.study.study import Study
from trapoula.study.workers import Alone, Processes

__all__ = ["Alone", "Judged", "Processes", "Results", "Row", "Study", "run"]
