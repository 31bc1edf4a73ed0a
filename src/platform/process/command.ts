import { parseArgs } from 'node:util'

/** An option of a command: what parseArgs asks, and what --help says. */
interface Option {
  type: 'string' | 'boolean'
  short?: string
  multiple?: boolean
  default?: string | boolean | string[]
  /** What its value is, such as `<name>`. */
  value?: string
  says: string
}

/** What a command takes, said once: read from what was typed, and told by --help. */
interface Command<Options extends Record<string, Option>> {
  /** How it is run, such as `npm run migrate`. */
  name: string
  /** What it does, in sentences. */
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
 * Reads what was typed behind a command. `--help` is answered, and an option that it does not have refused with those
 * that it has, status 1: both end the process, before anything is done.
 */
export function readCommand<const Options extends Record<string, Option> = Record<never, Option>>(
  command: Command<Options>,
  args = process.argv.slice(2),
) {
  try {
    const options = { ...command.options, ...HELP } as Options & typeof HELP
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if ('help' in values && values.help) end(0, helpOf(command))
    if (positionals.length > 0 && !command.takes)
      end(1, `${command.name} takes no ${positionals[0]}. ${knownOf(command)}`)
    return { values, positionals }
  } catch (error) {
    return end(1, `${problemOf(error as Error, command.name)} ${knownOf(command)}`)
  }
}

function end(status: number, text: string): never {
  if (status === 0) console.log(text)
  else console.error(text)
  process.exit(status)
}

const optionsOf = ({ options }: Command<Record<string, Option>>) =>
  Object.entries<Option>({ ...options, ...HELP }).map(([name, { value, says }]) => ({
    form: value ? `--${name} ${value}` : `--${name}`,
    says,
  }))

const knownOf = (command: Command<Record<string, Option>>) =>
  `Its options: ${optionsOf(command)
    .map(({ form }) => form)
    .join(', ')}.`

function helpOf(command: Command<Record<string, Option>>) {
  const { name, about, takes } = command
  const options = optionsOf(command)
  const width = Math.max(...options.map(({ form }) => form.length))
  const usage = `Usage: ${name}${name.startsWith('npm ') ? ' --' : ''} [options]${takes ? ` ${takes}` : ''}`
  return [usage, '', about, '', ...options.map(({ form, says }) => `  ${form.padEnd(width)}  ${says}`)].join(
    '\n',
  )
}

/** parseArgs explains how one would type a file called --name, which nobody wants. */
function problemOf({ message }: Error, name: string) {
  const [, unknown] = message.match(/^Unknown option '(.+?)'/) ?? []
  return unknown ? `${unknown} is no option of ${name}.` : `${message.split('\n')[0]?.replace(/\.$/, '')}.`
}
