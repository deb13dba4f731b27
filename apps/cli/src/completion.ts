import type { Command } from 'commander'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** A command with the words that may follow it. */
interface Node {
  /** Names from the first command to this one. */
  path: string[]
  description: string
  children: Node[]
  options: { flag: string; description: string }[]
}

/**
 * Writes the script that completes commands and options of `bugle` in a shell.
 *
 * @example bugle completion bash > /etc/bash_completion.d/bugle
 */
export function completionScript(program: Command, shell: Shell): string {
  const root = toNode(program, [])
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](root)
}

function toNode(command: Command, path: string[]): Node {
  const visible = [...command.options, ...(command.parent?.options ?? []), ...(command.parent?.parent?.options ?? [])]
  return {
    path,
    description: command.summary() || command.description(),
    children: command.commands.map((child) => toNode(child, [...path, child.name()])),
    options: visible.flatMap(({ long, description }) => (long ? [{ flag: long, description }] : [])),
  }
}

/** All nodes, the deepest first, so that the first one that fits is the longest. */
function flatten(node: Node): Node[] {
  return [...node.children.flatMap(flatten), node]
}

function wordsOf({ children, options }: Node): string {
  return [...children.map(({ path }) => path.at(-1)!), ...options.map(({ flag }) => flag), '--help'].join(' ')
}

/** The branches of a shell's `case` over the words before the cursor, options left out: one for each command. */
function casesOf(root: Node, complete: (words: string) => string): string {
  const pattern = ({ path }: Node) => `"${path.map((name) => ` ${name}`).join('')}"*`
  return flatten(root)
    .map((node) => `    ${pattern(node)}) ${complete(wordsOf(node))} ;;`)
    .join('\n')
}

function bashScript(root: Node): string {
  return `# Completion of bugle for bash
_bugle() {
  local word path="" cur="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || path="$path $word"
  done
  case "$path" in
${casesOf(root, (words) => `COMPREPLY=($(compgen -W "${words}" -- "$cur"))`)}
  esac
}
complete -o default -F _bugle bugle
`
}

function zshScript(root: Node): string {
  return `#compdef bugle
# Completion of bugle for zsh
_bugle() {
  local word line=""
  for word in \${words[2,CURRENT-1]}; do
    [[ $word == -* ]] || line="$line $word"
  done
  case "$line" in
${casesOf(root, (words) => `compadd -- ${words}; _files`)}
  esac
}
compdef _bugle bugle
`
}

function fishScript(root: Node): string {
  const lines = flatten(root).flatMap((node) => {
    const condition = conditionOf(node)
    const children = node.children.map(
      ({ path, description }) =>
        `complete -c bugle -n ${quoted(condition)} -a ${path.at(-1)} -d ${quoted(description)}`,
    )
    const options = node.options.map(
      ({ flag, description }) =>
        `complete -c bugle -n ${quoted(condition)} -l ${flag.slice(2)} -d ${quoted(description)}`,
    )
    return [...children, ...options]
  })
  return `# Completion of bugle for fish\n${lines.join('\n')}\n`
}

/** Holds where the command line has come to this command and to none of its children. */
function conditionOf({ path, children }: Node): string {
  const names = children.map((child) => child.path.at(-1)).join(' ')
  const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`)
  const notYet = names === '' ? [] : [`not __fish_seen_subcommand_from ${names}`]
  return [...seen, ...notYet].join('; and ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`
}
