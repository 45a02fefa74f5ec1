"""Runs craig as BenchExec would, through the tool-info module, on one task.

usage: smoke.py CRAIG DATA_MODEL PROPERTY.prp FILE.c ...

It prints the status and exits with 0 if the module behaved. Where BenchExec is not installed, stand-ins
take the place of the few classes of it that a tool-info module sees.
"""

import collections
import os
import subprocess
import sys
import types
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)


def stand_in():
    """Registers modules with what the tool-info module needs of BenchExec."""
    template = types.ModuleType("benchexec.tools.template")
    result = types.ModuleType("benchexec.result")
    result.RESULT_TRUE_PROP, result.RESULT_FALSE_PROP = "true", "false"
    result.RESULT_UNKNOWN, result.RESULT_ERROR = "unknown", "ERROR"

    class BaseTool2:
        Task = collections.namedtuple("Task", "input_files property_file options")
        ResourceLimits = collections.namedtuple(
            "ResourceLimits", "cputime walltime memory", defaults=(None,) * 3
        )

        @staticmethod
        def _version_from_tool(executable, arg, line_prefix):
            out = subprocess.run([executable, arg], stdout=subprocess.PIPE, text=True, check=True)
            assert out.stdout.startswith(line_prefix), out.stdout
            return out.stdout[len(line_prefix) :].strip()

    template.BaseTool2 = BaseTool2
    template.UnsupportedFeatureException = type("UnsupportedFeatureException", (Exception,), {})
    package, tools = types.ModuleType("benchexec"), types.ModuleType("benchexec.tools")
    package.tools, package.result, tools.template = tools, result, template
    for m in (package, tools, template, result):
        sys.modules[m.__name__] = m


try:
    import benchexec.tools.template
except ImportError:
    stand_in()

import benchexec.tools.template as template  # noqa: E402
from toolinfo.craig import Tool  # noqa: E402


def task_of(files, prop, model):
    options = {"language": "C", "data_model": model}
    if hasattr(template.BaseTool2.Task, "with_files"):
        return template.BaseTool2.Task.with_files(files, property_file=prop, options=options)
    return template.BaseTool2.Task(files, prop, options)


def run_of(process, killed=False):
    lines = process.stdout.splitlines(keepends=True)
    return types.SimpleNamespace(
        was_timeout=killed,
        output=[line.rstrip("\n") for line in lines],
        exit_code=types.SimpleNamespace(value=process.returncode),
    )


def main(craig, model, prop, *files):
    definition = ElementTree.parse(os.path.join(HERE, "craig.xml")).getroot()
    assert definition.get("tool") == Tool.__module__, definition.get("tool")
    tool = Tool()
    locator = types.SimpleNamespace(find_executable=lambda name: craig if name == "craig" else None)
    executable = tool.executable(locator)
    assert tool.name() == "craig" and tool.version(executable), "no version"
    limits = template.BaseTool2.ResourceLimits(cputime=60, walltime=50, memory=2_000_000_000)
    command = tool.cmdline(executable, ["--stats"], task_of(files, prop, model), limits)
    assert command[command.index("--timeout") + 1] == "50s", command
    assert command[command.index("--cpu-timeout") + 1] == "60s", command
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    run = run_of(done)
    assert tool.determine_result(run_of(done, killed=True)) == "TIMEOUT"
    assert float(tool.get_value_from_output(run.output, "queries") or 0) >= 0
    try:
        tool.cmdline(executable, [], task_of(files, prop, "LP32"), limits)
        raise AssertionError("an unknown data model is accepted")
    except template.UnsupportedFeatureException:
        pass
    print(tool.determine_result(run))


if __name__ == "__main__":
    main(*sys.argv[1:])
