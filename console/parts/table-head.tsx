type Head = string | [name: string, style: 'numeric' | 'wide' | 'numeric wide']

/** The heads of a table's columns. */
export const TableHead = ({ of }: { of: Head[] }) => (
  <thead>
    <tr>
      {of.map((head) => {
        const [name, style] = typeof head === 'string' ? [head] : head
        return (
          <th key={name} scope="col" class={style}>
            {name}
          </th>
        )
      })}
    </tr>
  </thead>
)
