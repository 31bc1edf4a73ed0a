import type { ComponentChildren } from 'preact'

interface Props {
  /** What the chart shows, in a sentence: its caption. */
  caption: string
  /** The same numbers as a table. */
  heads: string[]
  rows: (string | number)[][]
  children: ComponentChildren
}

/** A chart with its caption, and its numbers as a table for whoever wants them. */
export const Figure = ({ caption, heads, rows, children }: Props) => (
  <figure class="figure">
    {children}
    <figcaption class="faint small">{caption}</figcaption>
    <details>
      <summary class="small">Show as table</summary>
      <div class="table-scroll" role="region" aria-label={caption} tabIndex={0}>
        <table class="table">
          <thead>
            <tr>
              {heads.map((head, index) => (
                <th key={head} scope="col" class={index > 0 ? 'numeric' : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row[0]}>
                {row.map((cell, index) => (
                  <td key={index} class={index > 0 ? 'numeric' : undefined}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  </figure>
)
