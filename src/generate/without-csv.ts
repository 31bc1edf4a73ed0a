interface Document {
  paths: Record<string, Record<string, { responses?: Record<string, { content?: Record<string, unknown> }> }>>
}

/** The document as programs read it that ask for JSON alone: no answer is a CSV as well. */
export const withoutCsv = ({ paths, ...rest }: Document): Document => ({
  ...rest,
  paths: mapped(paths, (operations) =>
    mapped(operations, ({ responses = {}, ...operation }) => ({
      ...operation,
      responses: mapped(responses, ({ content = {}, ...response }) => {
        const { 'text/csv': _, ...json } = content
        return { ...response, content: 'application/json' in content ? json : content }
      }),
    })),
  ),
})

const mapped = <One, Other>(record: Record<string, One>, change: (one: One) => Other) =>
  Object.fromEntries(Object.entries(record).map(([name, one]) => [name, change(one)]))
