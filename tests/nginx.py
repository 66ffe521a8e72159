"""A real nginx in front of companions, with the block of our page on hosting, in a folder of its own."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

from tests.require import missing
from tests.running import PATIENCE, ROOT, ending, free_port, wait

AROUND = """
daemon off;
pid {folder}/pid;
error_log {folder}/errors;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{block}
}}
"""


def block() -> str:
    """That page's own block."""
    found = re.search(
        r"^    upstream companion \{.*?^    \}\n    server \{.*?^    \}$", _readme(), re.DOTALL | re.MULTILINE
    )
    assert found
    return found[0]


def _readme() -> str:
    return (ROOT / "companion/web/README.md").read_text("utf-8")


class Nginx:
    """nginx with that page's block, in front of these ports of this machine, without the TLS. Use it in a `with`."""

    def __init__(self, *ports: int) -> None:
        program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
        if program is None:
            missing("nginx", "there is none (Debian: apt install nginx-light)")
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="companion-nginx-"))
        servers = iter(ports)
        given = re.sub(r"server [\d.]+:8000", lambda _: f"server 127.0.0.1:{next(servers)}", block())
        assert next(servers, None) is None, "it names as many servers"
        given = re.sub(r"listen 443 ssl;", f"listen 127.0.0.1:{self.port};", given)
        given = re.sub(r"^ *ssl_certificate.*\n", "", given, flags=re.MULTILINE)
        assert "ssl" not in given
        (self.folder / "conf").write_text(AROUND.format(folder=self.folder, block=given))
        self._process = subprocess.Popen([program, "-p", str(self.folder), "-c", str(self.folder / "conf")])
        try:
            wait(self._answers, said=lambda: self.said)
        except BaseException:
            self.__exit__()
            raise

    def _answers(self) -> bool:
        assert self._process.poll() is None, self.said
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/nothing", timeout=PATIENCE).close()
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True

    @property
    def said(self) -> str:
        """Its log of errors."""
        log = self.folder / "errors"
        return log.read_text("utf-8", "replace") if log.exists() else ""

    def __enter__(self) -> Nginx:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        with ending(self._process), suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        shutil.rmtree(self.folder, ignore_errors=True)
