/** Opens the reference on the documentation page. A browser runs this after the library. */
const root = document.querySelector('#reference')
const { source, demo } = root.dataset

/** Where the samples of the document ask, until it is known where the reader is. */
const SAMPLE_ORIGIN = 'http://127.0.0.1:3000'

// Addresses of the page before: #/sos/getScore
location.hash = location.hash.replace(/^#\/(\w+)\/(\w+)$/, '#tag/$1/$2')

try {
  const answer = await fetch(source)
  if (!answer.ok) throw new Error(`${source} answers ${answer.status}`)
  const content = JSON.parse((await answer.text()).replaceAll(SAMPLE_ORIGIN, location.origin))
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
    hiddenClients: true, // the samples of the document are in their place
    defaultOpenFirstTag: false,
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
