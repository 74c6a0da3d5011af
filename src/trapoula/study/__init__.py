"""Studies: many numbered deals of a patience judged by the same rules and limits, and what they come to.

    study = Study.of("golf", {}, seconds=1)
    with Results(path) as results:
        for row in run(study, results.missing(study, range(1, 101)), Alone()):
            results.add(study, [row])
        print(results.count(study).interval)

`trapoula study` does this; docs/studies.md tells how, on one machine or on many.
"""

from trapoula.study.crew import Alone, Processes
from trapoula.study.results import Results
from trapoula.study.row import Row
from trapoula.study.run import run
from trapoula.study.study import Study

__all__ = ["Alone", "Processes", "Results", "Row", "Study", "run"]
