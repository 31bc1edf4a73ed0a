import { queryOptions, useQuery } from '@tanstack/react-query'
import { asJson } from '../api/refusal.ts'
import { nameOf } from '../ui/names.ts'
import { type Field, fieldsOf, type Schema } from './schema.ts'

/** The service says itself what a body of it takes, and what a record of it has. */
export const schemaOf = (name: string) =>
  queryOptions({
    queryKey: ['form', name],
    queryFn: async () => (await asJson('GET', `${import.meta.env.BASE_URL}forms/${name}`)) as Schema,
    initialData: name ? undefined : (): Schema => ({}),
    staleTime: Infinity,
  })

/** The fields of a body, or those of it that are asked for; no body has none. */
export const useFields = (body = '', asks?: string[]) =>
  useQuery({ ...schemaOf(body), select: (schema) => fieldsOf(schema, asks) })

/** What people call a field; a kind of record may call it otherwise. */
export const labelOf = ({ name, 'x-label': label }: Field, labels?: Record<string, string>) =>
  labels?.[name] ?? label ?? nameOf(name)
