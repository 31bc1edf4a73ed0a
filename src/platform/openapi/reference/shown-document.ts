import type { ApiDescription } from '../description.ts'
import type { Json } from '../models.ts'
import { capital } from '../names.ts'
import { readGuides } from './guides.ts'

/** The API's document as the page shows it: with guides before the reference, which programs have no use for. */
export async function shownDocument(
  document: Json,
  { introduction, guides, tagTitles }: ApiDescription,
): Promise<Json> {
  const tags = (document.tags as { name: string }[]).map((tag) => ({
    ...tag,
    'x-displayName': tagTitles[tag.name] ?? capital(tag.name),
  }))
  const description = `${introduction}\n\n${await readGuides(guides)}`
  return { ...document, info: { ...(document.info as Json), description }, tags }
}
