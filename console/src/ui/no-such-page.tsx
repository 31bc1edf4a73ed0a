import { ButtonLink } from './links.tsx'
import { Page } from './page.tsx'

/** In place of a page that is not there. */
export const NoSuchPage = () => (
  <Page
    title="There is no such page"
    verdict="The address may be mistyped. The menu leads to everything that you may see."
  >
    <ButtonLink to="/" w="fit-content">
      Go to the first page
    </ButtonLink>
  </Page>
)
