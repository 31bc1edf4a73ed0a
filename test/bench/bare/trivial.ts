import type { RequestListener } from 'node:http'

/** The text that the service answers, with nothing around it. */
export default (): RequestListener => (_request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify({ status: 'ok', module: 'seller-operating-score' }))
}
