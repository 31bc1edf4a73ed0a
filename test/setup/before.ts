/** tap runs this before the test files: the server starts and the template is made, once. */
import { connect } from './template.ts'

const { server, admin } = await connect()
await admin.end()
await server.leave()
