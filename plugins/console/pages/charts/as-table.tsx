import { common } from '../words/common.ts'

interface Props {
  caption: string
  head: string[]
  /** The first cell of a row names it. */
  rows: (string | number)[][]
}

/** The numbers of a chart, for whoever reads them better than marks. */
export const AsTable = ({ caption, head, rows }: Props) => (
  <details class="as-table">
    <summary>{common.showTable}</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
    <div class="table-scroll" role="region" aria-label={caption} tabIndex={0}>
      <table class="table">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((text, index) => (
              <th key={text} scope="col" class={index > 0 ? 'numeric' : undefined}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                <td key={index} class="numeric">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)
