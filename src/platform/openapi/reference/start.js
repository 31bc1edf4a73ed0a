/** Opens the reference on the documentation page. A browser runs this after the library. */
const { user } = document.querySelector('#reference').dataset

globalThis.Scalar.createApiReference('#reference', {
  url: '/openapi.json',
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
  generateOperationSlug: ({ operationId }) => operationId,
  generateWebhookSlug: ({ name }) => name,
  authentication: {
    preferredSecurityScheme: 'userId',
    ...(user && { securitySchemes: { userId: { value: user } } }),
  },
})
