"""The scripts with which bash, zsh and fish ask the program for completions. Importing the module registers them."""

from __future__ import annotations

from click.shell_completion import BashComplete, FishComplete, ZshComplete, add_completion_class

__all__ = ["Bash", "Fish", "Zsh"]


@add_completion_class
class Bash(BashComplete):
    """Click's script, with files beside names, and no blank after a word that goes on."""

    source_template = """\
%(complete_func)s() {
    local IFS=$'\\n' response completion type value
    response=$(env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD %(complete_var)s=bash_complete $1)
    for completion in $response; do
        IFS=',' read -r type value <<< "$completion"
        case $type in
            plain) COMPREPLY+=("$value") ;;
            part) COMPREPLY+=("$value"); compopt -o nospace ;;
            dir) compopt -o dirnames ;;
            file) COMPREPLY+=($(compgen -f -- "$value")); compopt -o filenames -o default ;;
        esac
    done
    return 0
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""


@add_completion_class
class Zsh(ZshComplete):
    """Click's script, which also loads zsh's completion where that is not loaded."""

    source_template = """\
#compdef %(prog_name)s

%(complete_func)s() {
    local -a completions described response
    local type key descr
    (( ! $+commands[%(prog_name)s] )) && return 1
    response=("${(@f)$(env COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT-1)) \
%(complete_var)s=zsh_complete %(prog_name)s)}")
    for type key descr in "${response[@]}"; do
        case $type in
            plain) [[ $descr == "_" ]] && completions+=("$key") || described+=("$key:$descr") ;;
            part) compadd -U -S '' -- "$key" ;;
            dir) _path_files -/ ;;
            file) _path_files -f ;;
        esac
    done
    (( $#described )) && _describe -V unsorted described -U
    (( $#completions )) && compadd -U -V unsorted -a completions
    return 0
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    if (( ! $+functions[compdef] )); then
        autoload -Uz compinit && compinit -i
    fi
    compdef %(complete_func)s %(prog_name)s
fi
"""


@add_completion_class
class Fish(FishComplete):
    """Click's script, which cuts a line at its first comma only, so that help texts stay whole."""

    source_template = """\
function %(complete_func)s
    set -l response (env %(complete_var)s=fish_complete COMP_WORDS=(commandline -cp) \
COMP_CWORD=(commandline -t) %(prog_name)s)
    for completion in $response
        set -l item (string split -m 1 "," -- $completion)
        switch $item[1]
            case dir
                __fish_complete_directories $item[2]
            case file
                __fish_complete_path $item[2]
            case plain part
                echo -- $item[2]
        end
    end
end

complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)"
"""
