#!/usr/bin/env python3
"""Say how long a save takes with craig lsp: contrib/lsp/save.py [CRAIG]. A file has 50 functions in 1,000 lines. It is saved
as it is, with an error in one function, without it, and with two lines more at the top."""

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time

FUNCTION = """int step{i}(int *a, int n, int k)
{{
	int s = 0, t[{size}];
	if (n < 0 || n > {size})
		return -1;
	for (int i = 0; i < n; i++)
		t[i] = i * {factor};
	for (int i = 0; i < n; i++) {{
		if (t[i] > k)
			s += t[i] / 2;
		else
			s -= 1;
	}}
	if (s < 0)
		s = 0;
	if (a != 0 && n > 0)
		a[0] = t[{index}];
	return s;
}}

"""


def program(wrong):
    return "".join(FUNCTION.format(i=i, size=8 + i % 5, factor=i + 1, index="n" if i == wrong else "n - 1") for i in range(50))


class Editor:
    def __init__(self, craig, folder):
        self.server = subprocess.Popen([craig, "lsp", "--cache", os.path.join(folder, "cache")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self.heard, self.lock = queue.Queue(), threading.Lock()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            size = 0
            for line in iter(self.server.stdout.readline, b"\r\n"):
                if not line:
                    return
                if line.lower().startswith(b"content-length"):
                    size = int(line.split(b":")[1])
            message = json.loads(self.server.stdout.read(size))
            if "method" in message and "id" in message:
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
            self.heard.put((time.time(), message))

    def send(self, message):
        body = json.dumps(message).encode()
        with self.lock:
            self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.server.stdin.flush()

    def notify(self, method, document):
        self.send({"jsonrpc": "2.0", "method": method, "params": {"textDocument": document}})

    def save(self, uri, what, wrong=False):
        begun, first = time.time(), None
        self.notify("textDocument/didSave", {"uri": uri})
        while True:
            at, message = self.heard.get(timeout=300)
            params = message.get("params")
            if message.get("method") == "textDocument/publishDiagnostics" and wrong and first is None and any(d.get("code") == "bounds" for d in params["diagnostics"]):
                first = at - begun
            if message.get("method") == "$/progress" and params["value"]["kind"] == "end":
                found = "the finding after %.1f s, " % first if first is not None else ""
                print("%s: %sall after %.1f s: %s" % (what, found, at - begun, params["value"]["message"]), flush=True)
                return


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "m.c")

        def write(text):
            with open(path, "w") as f:
                f.write(text)

        with open(os.path.join(folder, "craig.toml"), "w") as f:
            f.write('[check]\nproperties = ["bounds"]\ntimeout = "10s"\n')
        write(program(-1))
        uri = "file://" + path
        editor = Editor(sys.argv[1] if len(sys.argv) > 1 else "craig", folder)
        editor.send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"rootUri": "file://" + folder, "capabilities": {"window": {"workDoneProgress": True}}}})
        while editor.heard.get(timeout=60)[1].get("id") != 1:
            pass
        editor.notify("textDocument/didOpen", {"uri": uri, "text": program(-1)})
        editor.save(uri, "for the first time")
        write(program(40))
        editor.save(uri, "with an error", True)
        write(program(-1))
        editor.save(uri, "without it")
        write("\n\n" + program(-1))
        editor.save(uri, "with two lines above")
        editor.server.kill()
        editor.server.wait()


main()
