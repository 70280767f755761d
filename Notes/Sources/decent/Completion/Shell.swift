// SPDX-License-Identifier: MIT

/// A shell that can complete command lines.
///
/// The scripts contain no list of commands. They call `decent complete`, which knows all commands.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The script that the shell reads.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  /// The script for bash 3.2, which macOS has, and later versions.
  private static let bashScript = #"""
    # Completion of decent for bash, by 'decent completion bash'.
    _decent() {
      local line word=${COMP_WORDS[COMP_CWORD]} tab=$'\t'
      COMPREPLY=()
      while IFS= read -r line; do
        case $line in
          "${tab}files") _decent_paths -f ;;
          "${tab}folders") _decent_paths -d ;;
          *) COMPREPLY+=("$line") ;;
        esac
      done < <(decent complete --line "${COMP_LINE:0:COMP_POINT}" --word "$word" 2>/dev/null)
    }
    _decent_paths() {
      local path
      compopt -o filenames 2>/dev/null
      while IFS= read -r path; do
        COMPREPLY+=("$path")
      done < <(compgen "$1" -- "$word")
    }
    complete -F _decent decent

    """#

  private static let zshScript = #"""
    #compdef decent
    # Completion of decent for zsh, by 'decent completion zsh'.
    _decent() {
      local line
      local -a words_before found
      words_before=("${(@Q)words[2,CURRENT]}")
      while IFS= read -r line; do
        case $line in
          $'\tfiles') _files ;;
          $'\tfolders') _files -/ ;;
          *) found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
        esac
      done < <(decent complete -- "${words_before[@]}" 2>/dev/null)
      (( ${#found} )) && _describe -V decent found
    }
    if [[ $funcstack[1] == _decent ]]; then
      _decent "$@"
    else
      compdef _decent decent
    fi

    """#

  private static let fishScript = #"""
    # Completion of decent for fish, by 'decent completion fish'.
    function __decent_candidates
        set -l before (commandline -opc)
        set -l word (commandline -ct)
        for line in (decent complete -- $before[2..-1] "$word" 2>/dev/null)
            switch $line
                case \tfiles
                    __fish_complete_path "$word"
                case \tfolders
                    __fish_complete_directories "$word"
                case '*'
                    echo $line
            end
        end
    end
    complete -c decent -f -k -a '(__decent_candidates)'

    """#
}
