"""The tool-info module of craig for BenchExec.

craig.xml beside this folder is a benchmark definition that uses it:

    PYTHONPATH=contrib/benchexec PATH=$PWD:$PATH benchexec contrib/benchexec/craig.xml
"""

import benchexec.result as result
import benchexec.tools.template

DATA_MODELS = {"ILP32": "-m32", "LP64": "-m64"}

# Words of UNKNOWN(word) that stand for a limit or a failure rather than for an open question.
FAILURES = {
    "timeout": "TIMEOUT",
    "memory": "OUT OF MEMORY",
    "bug": "ERROR (bug)",
    "uncertified": "ERROR (uncertified)",
}

# Exit statuses without a verdict.
STATUSES = {
    64: "ERROR (usage)",
    65: "ERROR (input)",
    70: "ERROR (bug)",
    74: "ERROR (file)",
}


class Tool(benchexec.tools.template.BaseTool2):
    """craig decides whether a C program can reach an error, and proves its answer."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("craig")

    def name(self):
        return "craig"

    def version(self, executable):
        return self._version_from_tool(executable, arg="version", line_prefix="craig")

    def cmdline(self, executable, options, task, rlimits):
        cmd = [executable, "verify", "--progress", "none", *options]
        if task.property_file:
            cmd += ["--property", task.property_file]
        if isinstance(task.options, dict):
            model = task.options.get("data_model")
            if model in DATA_MODELS:
                cmd.append(DATA_MODELS[model])
            elif model:
                raise benchexec.tools.template.UnsupportedFeatureException(
                    f"craig does not know the data model {model}"
                )
        # Limits of its own let craig say what it has found out by then.
        if rlimits.cputime:
            cmd += ["--cpu-timeout", f"{rlimits.cputime}s"]
        if rlimits.walltime:
            cmd += ["--timeout", f"{rlimits.walltime}s"]
        if rlimits.memory:
            cmd += ["--memory", f"{rlimits.memory * 9 // 10}B"]
        return cmd + list(task.input_files)

    def determine_result(self, run):
        if run.was_timeout:
            return FAILURES["timeout"]
        for line in reversed(run.output):
            verdict, _, detail = line.strip().rstrip(")").partition("(")
            if verdict == "TRUE":
                return result.RESULT_TRUE_PROP
            if verdict == "FALSE":
                return f"{result.RESULT_FALSE_PROP}({detail})"
            if verdict == "UNKNOWN":
                return FAILURES.get(detail, result.RESULT_UNKNOWN)
        if run.exit_code is not None and run.exit_code.value in STATUSES:
            return STATUSES[run.exit_code.value]
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        """The counter that --stats prints with that name in front."""
        for line in output:
            if line.startswith(f"  {identifier} "):
                return line[len(identifier) + 2 :].split()[0]
        return None
