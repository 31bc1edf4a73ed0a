/** Opens the reference on the documentation page. A browser runs this after the library. */
const root = document.querySelector('#reference')
const { source, demo } = root.dataset

const isBeginning = !location.hash

// Addresses of the page before: #/sos/getScore
const [, tag, operation] = location.hash.match(/^#\/(\w+)\/(\w+)$/) ?? []
if (tag) history.replaceState(null, '', `#tag/${tag}/${operation}`)

try {
  const answer = await fetch(source)
  if (!answer.ok) throw new Error(`${source} answers ${answer.status}`)
  const content = await answer.json()
  root.replaceChildren()
  globalThis.Scalar.createApiReference(root, {
    content,
    // Nothing foreign: no fonts, no telemetry, no chat, no editor, no proxy.
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    documentDownloadType: 'none',
    proxyUrl: '',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    hideModels: true, // each stands where it is taken or answered
    defaultOpenFirstTag: false,
    onLoaded: showGuides,
    generateOperationSlug: ({ operationId }) => operationId,
    generateWebhookSlug: ({ name }) => name,
    authentication: {
      preferredSecurityScheme: 'userId',
      ...(demo !== undefined && { securitySchemes: { userId: { value: '1' } } }),
    },
  })
} catch (error) {
  const status = root.querySelector('[role=status]')
  if (!status) throw error
  status.textContent = `The reference can't be opened: ${error.message}. Reload the page to try again.`
}

/** The sidebar begins with the guides, open. */
function showGuides() {
  if (isBeginning) root.querySelector('aside button[aria-expanded=false] + button')?.click()
}
