import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { asJson } from '../api/refusal.ts'
import { Asked } from '../ui/asked.tsx'
import { type Field, fieldsOf, type Schema } from './schema.ts'

/** The service says itself what a body of it takes, and what a record of it has. */
export const schemaOf = (name: string) =>
  queryOptions({
    queryKey: ['form', name],
    queryFn: async () => (await asJson('GET', `${import.meta.env.BASE_URL}forms/${name}`)) as Schema,
    staleTime: Infinity,
  })

interface FieldsProps {
  /** The name of a body in the API's document; none has no fields. */
  body?: string
  /** The fields of it that are asked for; all where they are not named. */
  asks?: string[]
  children: (fields: Field[]) => ReactNode
}

/** The fields of a body, as soon as they are known. */
export function Fields({ body = '', asks, children }: FieldsProps) {
  const schema = useQuery({ ...schemaOf(body), enabled: body !== '' })
  return body ? <Asked query={schema}>{(found) => children(fieldsOf(found, asks))}</Asked> : children([])
}
