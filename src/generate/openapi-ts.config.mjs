/** A body is the parameter `body`, as it would be called `createSellerBody` if it were a reference alone. */
const bodyIsBody = (_method, _path, { requestBody }) => {
  const json = requestBody?.content['application/json']
  if (json) json.schema = { allOf: [json.schema, {}] }
}

/** No code is made of the headers of answers, and each reference to one would be a warning. */
const withoutHeaders = ({ paths, components }) => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const answers = operations.flatMap(({ responses }) => Object.values(responses))
  for (const answer of [...answers, ...Object.values(components.responses)]) delete answer.headers
}

/** The SDK reads streams of events itself. */
const STREAMS = ['GET /api/sos/runs/{id}/progress', 'GET /api/backtests/{id}/progress']

/** One class with a method for each operation, which answers the data and throws what went wrong. */
export default {
  input: 'src/sdk/.generated/openapi.json',
  parser: {
    patch: { input: withoutHeaders, operations: bodyIsBody },
    filters: { operations: { exclude: STREAMS }, orphans: true },
  },
  output: { path: 'src/sdk/.generated/code', module: { extension: '.ts' } },
  logs: { level: 'warn', file: false },
  plugins: [
    '@hey-api/typescript',
    {
      name: '@hey-api/sdk',
      operations: { strategy: 'single', containerName: 'Operations' },
      paramsStructure: 'flat',
      responseStyle: 'data',
    },
    { name: '@hey-api/client-fetch', throwOnError: true },
  ],
}
