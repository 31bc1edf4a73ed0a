import { Empty } from './loaded.tsx'
import { Page } from './page.tsx'

/** An address that leads nowhere. */
export const NotFound = () => (
  <Page title="There is no such page">
    <Empty title="The address may be old or mistyped. The menu leads to everything that you may see." />
  </Page>
)
