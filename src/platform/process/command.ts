import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util'

/** An option of a command: what parseArgs asks, and what --help says. */
interface Option extends ParseArgsOptionDescriptor {
  /** What its value is, such as `<name>`. */
  value?: string
  says: string
}

/** What a command takes, said once: read from what was typed, and told by --help. */
interface Command<Options extends Record<string, Option>> {
  /** How it is run, such as `npm run migrate`. */
  name: string
  about: string
  options?: Options
  /** What it takes beside its options, such as `[FILE…]`; nothing when absent. */
  takes?: string
}

const HELP = { help: { type: 'boolean', short: 'h', says: 'says this' } } as const satisfies Record<
  string,
  Option
>

/**
 * Reads what was typed behind a command. `--help` is answered, and what it does not take is refused with the same text,
 * status 1: both end the process, before anything is done.
 */
export function readCommand<const Options extends Record<string, Option> = Record<never, Option>>(
  command: Command<Options>,
) {
  const options = { ...command.options, ...HELP } as Options & typeof HELP
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: Boolean(command.takes) })
    if (!('help' in values && values.help)) return { values, positionals }
    console.log(helpOf(command, options))
    return process.exit(0)
  } catch (error) {
    console.error(`${(error as Error).message.split(/\. |\n/)[0]}.\n\n${helpOf(command, options)}`)
    return process.exit(1)
  }
}

function helpOf(
  { name, about, takes = '' }: Command<Record<string, Option>>,
  options: Record<string, Option>,
) {
  const lines = Object.entries(options).map(
    ([option, { value, says }]) => `  ${[`--${option}`, value].filter(Boolean).join(' ')}: ${says}`,
  )
  const usage = `Usage: ${name}${name.startsWith('npm ') ? ' --' : ''} [options] ${takes}`.trimEnd()
  return [usage, '', about, '', ...lines].join('\n')
}
