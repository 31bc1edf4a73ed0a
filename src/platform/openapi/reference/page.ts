import { guideAddress } from './guides.ts'

interface Content {
  title: string
  introduction: string
  guides: { title: string }[]
  /** Addresses of what the page loads. */
  library: string
  start: string
  style: string
  source: string
  /** Whether the requests that the page sends may name user 1. */
  isDemo: boolean
}

/**
 * The documentation page. What stands in it is seen at once, and by those without scripts; the reference takes its
 * place when it has been read.
 */
export const pageOf = ({
  title,
  introduction,
  guides,
  library,
  start,
  style,
  source,
  isDemo,
}: Content) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} API</title>
<meta name="description" content="${escaped(introduction.split('. ')[0] as string)}.">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
<link rel="preload" as="fetch" crossorigin href="${source}">
<script defer src="${library}"></script>
<script type="module" src="${start}"></script>
</head>
<body>
<div id="reference" data-source="${source}"${isDemo ? ' data-demo' : ''}>
<main class="first">
<h1>${escaped(title)} API</h1>
<p>${escaped(introduction).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>
<ul>${guides.map(({ title }) => `<li><a href="#${guideAddress(title)}">${escaped(title)}</a></li>`).join('')}</ul>
<p role="status">Opening the reference …</p>
<noscript><p>The reference needs JavaScript. Without it, read the document itself: <a href="/docs/json">/docs/json</a> or <a href="/docs/yaml">/docs/yaml</a>.</p></noscript>
</main>
</div>
</body>
</html>
`

const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (one) => MARKUP[one] as string)
