import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDidUpdate } from '@mantine/hooks'
import { SearchIcon } from 'lucide-react'
import { useState } from 'react'

interface SearchFieldProps {
  label: string
  value?: string
  onSearch: (text?: string) => void
}

/** What a list is searched for: it is asked for once no more is typed, and emptied with all other filters. */
export function SearchField({ label, value = '', onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const searchLater = useDebouncedCallback((typed: string) => onSearch(typed.trim() || undefined), 250)
  function type(typed: string) {
    setText(typed)
    searchLater(typed)
  }
  useDidUpdate(() => {
    if (!value) setText('')
  }, [value])
  return (
    <TextInput
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      placeholder={label}
      aria-label={label}
      leftSection={<SearchIcon size={16} />}
      rightSection={text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />}
      flex="1 0 200px"
      maw={420}
    />
  )
}
