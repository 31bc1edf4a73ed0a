import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A text of the repository that stands before the reference. */
export interface Guide {
  title: string
  /** A Markdown file, from the root of the repository. */
  file: string
  /** The heading of its part that is shown. Default: all. */
  section?: string
  /** The heading before which it ends. */
  until?: string
  /** Markdown that follows, such as a table of what the code knows. */
  more?: string
}

const ROOT = join(import.meta.dirname, '../../../..')

/** The guides as one text in Markdown, with a heading of the first level for each. */
export async function readGuides(guides: Guide[]): Promise<string> {
  const texts = guides.map(async (guide) => {
    const text = await readFile(join(ROOT, guide.file), 'utf8')
    const parts = [`# ${guide.title}`, linked(partOf(text, guide), guide.file, guides).trim(), guide.more]
    return parts.filter(Boolean).join('\n\n')
  })
  return (await Promise.all(texts)).join('\n\n')
}

/** What the guide shows of its file, without the title and without comments. */
function partOf(text: string, { section, until }: Guide) {
  const lines = text.replaceAll(/<!--.*?-->\n?/gs, '').split('\n')
  const start = lines.indexOf(section ? `## ${section}` : (lines.find((line) => line.startsWith('# ')) ?? ''))
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => (section ? /^## /.test(line) : until && line === `## ${until}`))
  return rest.slice(0, end === -1 ? rest.length : end).join('\n')
}

/** Links between files of the repository lead to guides; one to a file that is no guide is its text alone. */
function linked(text: string, file: string, guides: Guide[]) {
  return text.replaceAll(/\[([^\]]+)\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g, (_, label, path, heading) => {
    const target = path ? join(dirname(file), path) : file
    const guide = guides.find((one) => one.file === target)
    if (!guide) return label
    const isPart = heading && heading !== headingSlug(guide.section ?? '')
    return `[${label}](#${guideAddress(isPart ? heading : guide.title)})`
  })
}

/** Where the page shows a guide, or a heading within one. */
export const guideAddress = (heading: string) => `description/${headingSlug(heading)}`

/** As readers of Markdown make it: `Taking back` → `taking-back` */
const headingSlug = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-')
