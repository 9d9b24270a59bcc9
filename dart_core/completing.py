"""Completion for shells: scripts for bash and zsh, made from a parser."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from shlex import quote

SHELLS = ("bash", "zsh")

_BASH = """# Completion of {program} for bash. Put this into ~/.bashrc:
#   source <({program} completion bash)
_{name}() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
    local command=${{COMP_WORDS[1]}} words=""
    if [[ $COMP_CWORD -eq 1 ]]; then
        words={commands}
    else
        case "$command $before" in
{after}
        *)
            case "$command" in
{inside}
            esac ;;
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o bashdefault -o default -F _{name} {program}
"""

# zsh reads the same function: its own `bashcompinit` gives it what bash has.
_ZSH = """#compdef {program}
# Completion of {program} for zsh. Put this into ~/.zshrc, below compinit:
#   source <({program} completion zsh)
autoload -U +X bashcompinit && bashcompinit
"""


def completion(
    shell: str, parser: argparse.ArgumentParser, words: Mapping[str, Sequence[str]]
) -> str:
    """Return the script that completes a program's commands, options and choices.

    Parameters
    ----------
    shell : str
        One of `SHELLS`.
    parser : ArgumentParser
        With commands.
    words : mapping of str to sequence of str
        What may stand for an argument, or after an option, by its name.

    Notes
    -----
    Whatever has neither choices nor words is left to the shell, which completes files.
    """
    its = {name: each for group in _groups(parser) for name, each in group.choices.items()}
    after, inside = [], []
    for name, command in its.items():
        options = [text for act in command._actions for text in act.option_strings]
        places = [act for act in command._actions if not act.option_strings]
        given = [word for act in places for word in words.get(act.dest, _choices(act))]
        inside.append(_case(12, quote(name), [*given, *options]))
        for act in command._actions:
            if act.option_strings and (act.nargs is None or act.choices):
                asked = "|".join(quote(f"{name} {text}") for text in act.option_strings)
                after.append(_case(8, asked, words.get(act.dest, _choices(act))))
    script = _BASH.format(
        program=parser.prog,
        name=parser.prog.replace("-", "_"),
        commands=quote(" ".join(its)),
        after="\n".join(after),
        inside="\n".join(inside),
    )
    return script if shell == "bash" else _ZSH.format(program=parser.prog) + script


def _groups(
    parser: argparse.ArgumentParser,
) -> list[argparse._SubParsersAction[argparse.ArgumentParser]]:
    return [act for act in parser._actions if isinstance(act, argparse._SubParsersAction)]


def _choices(act: argparse.Action) -> list[str]:
    return [str(choice) for choice in act.choices or ()]


def _case(indent: int, pattern: str, words: Sequence[str]) -> str:
    return f"{' ' * indent}{pattern}) words={quote(' '.join(words))} ;;"
