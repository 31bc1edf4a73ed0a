import type { Feed, Mapping } from '../../../logic/feed-columns.ts'
import type { FileRow } from '../../../logic/file-rows.ts'
import { words } from './words.ts'

interface Props {
  feed: Feed
  columns: string[]
  sample: FileRow | undefined
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/** Which column is for which field; each can be changed. */
export function Columns({ feed, columns, sample, mapping, onChange }: Props) {
  const choose = (at: number, field: string) =>
    onChange(mapping.map((one, place) => (place === at ? field : one)))
  return (
    <div class="table-scroll upload-columns" role="group" aria-label={words.columns} tabIndex={0}>
      <table class="table">
        <caption class="visually-hidden">{words.columns}</caption>
        <thead>
          <tr>
            <th scope="col">{words.column}</th>
            <th scope="col" class="wide">
              {words.first}
            </th>
            <th scope="col">{words.field}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, at) => (
            <tr key={`${at} ${column}`}>
              <td>
                <span class="mono wraps" dir="auto">
                  {column || words.unnamed(at + 1)}
                </span>
              </td>
              <td class="wide">
                <span class="cut faint" dir="auto">
                  {cellOf(sample, column, at)}
                </span>
              </td>
              <td>
                <select
                  aria-label={words.fieldFor(column || words.unnamed(at + 1))}
                  value={mapping[at]}
                  onChange={(event) => choose(at, event.currentTarget.value)}
                >
                  <option value="">{words.ignored}</option>
                  {feed.fields.map(({ name, required }) => (
                    <option key={name} value={name}>
                      {required ? `${name} *` : name}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function cellOf(row: FileRow | undefined, column: string, at: number): string {
  const value = Array.isArray(row?.cells) ? row.cells[at] : row?.cells[column]
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
