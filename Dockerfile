# A Trapoula server: docker build -t trapoula . && docker run -p 8017:8017 -v trapoula:/data trapoula
FROM python:3.12-slim

COPY pyproject.toml PACKAGE.md LICENSE /src/
COPY src /src/src
RUN pip install --no-cache-dir "/src[server,solve,postgres,speed]" && rm -rf /src \
    && useradd --create-home trapoula && install -d -o trapoula -g trapoula -m 700 /data
USER trapoula
# compiled kernels are kept beside the tables, so that a new container starts at once
ENV XDG_CACHE_HOME=/data/cache
VOLUME /data
EXPOSE 8017
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8017/health', timeout=4)"]
ENTRYPOINT ["trapoula"]
CMD ["serve", "--host", "0.0.0.0", "--data", "/data"]
