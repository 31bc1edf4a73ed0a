import { useQuery } from '@tanstack/react-query'
import { $api, type Schemas } from '../api/client.ts'
import { nameOf } from './names.ts'

type List = keyof Schemas['Words']
const words = $api.queryOptions('get', '/api/words', {}, { staleTime: Infinity })

/** What the service calls a word of one of its lists, and what it means. */
export function useWords(list: List) {
  const known = useQuery(words).data?.[list]
  return (word: string) => known?.find((one) => one.word === word) ?? { label: nameOf(word), sentence: '' }
}

/** All words of a list, to choose from. */
export const useWordList = (list: List) =>
  useQuery(words).data?.[list].map(({ word, label }) => ({ value: word, label })) ?? []
