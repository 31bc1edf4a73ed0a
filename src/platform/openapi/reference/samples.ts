import type { SampleRequest } from './sample-request.ts'

/** Where samples ask. The page puts in its own address. */
export const SAMPLE_ORIGIN = 'http://127.0.0.1:3000'

/** A request as a command for a shell. */
export function curlSample({ method, path, query, body, asUser, withToken }: SampleRequest): string {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const address = `'${SAMPLE_ORIGIN}${path}${search.size > 0 ? `?${search}` : ''}'`
  const isUsual = method === 'GET' || (method === 'POST' && body)
  return [
    isUsual ? `curl ${address}` : `curl -X ${method} ${address}`,
    asUser && `-H 'X-User-Id: 1'`,
    withToken && `-H "Authorization: Bearer $TOKEN"`,
    body && `-H 'Content-Type: ${body.type}'`,
    body && `-d ${quoted(JSON.stringify(body.content, undefined, 2))}`,
  ]
    .filter(Boolean)
    .join(' \\\n  ')
}

/** For a shell: what stands in single quotes is taken as it is. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A request as a call of the SDK, for TypeScript and JavaScript. */
export function sdkSample(operationId: string, { parameters, body, withToken }: SampleRequest) {
  const given = { ...parameters, ...(body && { body: body.content }) }
  const token = withToken ? ', accessToken: () => String(process.env.TOKEN)' : ''
  const options = `baseUrl: '${SAMPLE_ORIGIN}', userId: 1${token}`
  return [
    `import { SellerOperatingScore } from 'seller-operating-score-sdk'`,
    '',
    `const sos = new SellerOperatingScore({ ${options} })`,
    `const answer = await sos.${operationId}(${Object.keys(given).length > 0 ? literal(given) : ''})`,
  ].join('\n')
}

/** A value as it stands in a program: on one line where it is short. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }']
  const parts = (deeper: string) =>
    isList
      ? value.map((one) => literal(one, deeper))
      : Object.entries(value).map(([name, one]) => `${key(name)}: ${literal(one, deeper)}`)
  const short = parts('').join(', ')
  if (short.length < 60 && !short.includes('\n'))
    return short ? `${open}${short}${close}` : open.trim() + close.trim()
  const deeper = `${indent}  `
  return `${open.trim()}\n${parts(deeper)
    .map((one) => `${deeper}${one},\n`)
    .join('')}${indent}${close.trim()}`
}

const key = (name: string) => (/^[a-zA-Z_]\w*$/.test(name) ? name : `'${name}'`)
