import { session } from './session.ts'

/** A command that asks the same. A token is never in it: `$TOKEN` stands for the reader's own. */
export function curlOf(url: string, method = 'GET', body?: unknown): string {
  const now = session.get()
  const lines = [`curl -s ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${location.origin}${url}`)}`]
  if ('userId' in now) lines.push(`-H 'X-User-Id: ${now.userId}'`)
  if (now.state !== 'demo') lines.push(`-H "Authorization: Bearer $TOKEN"`)
  if (body !== undefined)
    lines.push(`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`)
  return lines.join(' \\\n  ')
}

/** A text as a shell takes it literally. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
