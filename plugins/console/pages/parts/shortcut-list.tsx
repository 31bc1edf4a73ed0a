import type { Page } from '../routes.ts'
import { common } from '../words/common.ts'

/** The keys that do something. */
export const ShortcutList = ({ pages }: { pages: Page[] }) => (
  <dl class="shortcuts">
    {[
      ['Ctrl K', common.search],
      ...pages.flatMap(({ menu }) => (menu?.key ? [[`g ${menu.key}`, menu.label]] : [])),
      ['j k', common.keyMove],
      ['Enter', common.keyOpen],
      ['x', common.keySelect],
      ['?', common.shortcuts],
    ].map(([keys = '', what]) => (
      <div key={keys}>
        <dt>
          {keys.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dt>
        <dd>{what}</dd>
      </div>
    ))}
  </dl>
)
