import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

interface Response {
  $ref?: string
  content?: Record<string, object>
  headers?: Record<string, unknown>
}
interface Operation {
  responses: Record<string, Response>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Response> }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** What is answered where no operation fits the address. */
const UNROUTED = [400, 404, 408, 413, 414, 415]

/** A CSV of several pages is a stream, which has no tag. */
const isStream = ({ headers, text }: Answer) =>
  String(headers['content-type']).startsWith('text/csv') && text.split('\r\n').length > 2_000

const isAlwaysThere = (name: string, answer: Answer) =>
  name !== 'X-Error-Field' &&
  (name !== 'Retry-After' || answer.status === 503) &&
  (name !== 'ETag' || !isStream(answer))

/** Holds answers against the OpenAPI document: status, headers, and the body against its schema. */
export function documented(document: object) {
  const { paths, components } = document as Document
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, logger: false })
  ajv.addSchema(document, 'document')
  const templates = Object.keys(paths).map((path) => ({ path, parts: path.split('/') }))
  const validators = new Map<string, ValidateFunction>()

  /** The path of the document that an address is routed to: the one with the most parts that are no parameters. */
  function pathOf(url: string): string | undefined {
    const parts = (url.split(/[?#;]/)[0] as string).replace(/(?<=.)\/$/, '').split('/')
    const plain = (template: string[]) => template.filter((part) => !part.startsWith('{')).length
    return templates
      .filter(
        ({ parts: template }) =>
          template.length === parts.length && template.every((part, n) => fits(part, parts[n] as string)),
      )
      .sort((one, other) => plain(other.parts) - plain(one.parts))[0]?.path
  }

  function validatorOf(pointer: string): ValidateFunction {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` })
    validators.set(pointer, known)
    return known
  }

  /** What is wrong with an answer, in words; undefined when it is as documented. */
  return function problemWith(method: string, url: string, answer: Answer): string | undefined {
    const { status, headers, text } = answer
    if (status >= 500 && status !== 503) return `status ${status}`
    const path = pathOf(url)
    const operation = path === undefined ? undefined : paths[path]?.[method.toLowerCase()]
    if (!operation || path === undefined)
      return UNROUTED.includes(status) ? problemOf(text) : `status ${status}, where no operation fits`
    const named = operation.responses[String(status)]
    if (!named) return `undocumented status ${status}`
    const shared = named.$ref?.split('/').at(-1)
    const response = shared ? (components.responses[shared] as Response) : named
    const missing = Object.keys(response.headers ?? {}).filter(
      (name) => headers[name.toLowerCase()] === undefined && isAlwaysThere(name, answer),
    )
    if (missing.length > 0) return `status ${status} without the header ${missing}`
    if (!UUID.test(String(headers['x-request-id']))) return `the request id ${headers['x-request-id']}`
    if (status >= 400 && problemOf(text)) return problemOf(text)
    const type = String(headers['content-type'] ?? '').split(';')[0] as string
    if (!response.content)
      return text === '' ? undefined : `a body where none is documented: ${text.slice(0, 200)}`
    if (!response.content[type]) return `undocumented content type ${type}`
    if (!type.includes('json')) return undefined
    const at = shared
      ? ['components', 'responses', shared]
      : ['paths', path, method.toLowerCase(), 'responses', String(status)]
    const validate = validatorOf(pointerTo(...at, 'content', type, 'schema'))
    if (validate(JSON.parse(text))) return undefined
    return `an undocumented body: ${ajv.errorsText(validate.errors)}: ${text.slice(0, 300)}`
  }
}

const fits = (part: string, given: string) => (part.startsWith('{') ? given !== '' : part === given)

const pointerTo = (...keys: string[]) =>
  keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

/** What is wrong with a body that should be exactly `{"error": "…"}`. */
export function problemOf(text: string): string | undefined {
  try {
    const body = JSON.parse(text)
    const isError =
      Object.keys(body).join() === 'error' && typeof body.error === 'string' && body.error !== ''
    return isError ? undefined : `an error of another form: ${text.slice(0, 200)}`
  } catch {
    return `an error that is no JSON: ${text.slice(0, 200)}`
  }
}
