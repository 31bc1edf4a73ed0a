import type { ApiDescription } from '../description.ts'
import type { Json } from '../models.ts'
import { capital } from '../names.ts'
import { readGuides } from './guides.ts'
import { type Operation, sampleRequest } from './sample-request.ts'
import { curlSample, sdkSample } from './samples.ts'

/**
 * The API's document as the page shows it: with guides before the reference and samples beside the operations, which
 * programs that read the document have no use for.
 */
export async function shownDocument(
  document: Json,
  { introduction, guides, tagTitles, sampleValues }: ApiDescription,
): Promise<Json> {
  const { schemas } = document.components as { schemas: Record<string, Json> }
  const tags = (document.tags as { name: string }[]).map((tag) => ({
    ...tag,
    'x-displayName': tagTitles[tag.name] ?? capital(tag.name),
  }))
  const description = `${introduction}\n\n${await readGuides(guides)}`
  return {
    ...document,
    info: { ...(document.info as Json), description },
    tags,
    paths: eachOperation(document.paths as Paths, (method, path, operation) => {
      const request = sampleRequest(method, path, operation, schemas, sampleValues)
      const samples = [{ lang: 'Shell', label: 'curl', source: curlSample(request) }]
      if (!isStream(operation))
        samples.push({
          lang: 'TypeScript',
          label: 'SDK',
          source: sdkSample(operation.operationId, request),
        })
      return { ...operation, 'x-codeSamples': samples }
    }),
  }
}

/** The SDK follows streams by functions of their own. */
const isStream = ({ responses }: Operation) => 'text/event-stream' in (responses['200']?.content ?? {})

type Paths = Record<string, Record<string, Operation>>

const eachOperation = (
  paths: Paths,
  change: (method: string, path: string, operation: Operation) => Operation,
) =>
  Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [method, change(method, path, operation)]),
      ),
    ]),
  )
