import { Button } from '@mantine/core'
import { useState } from 'react'

interface FirstOfProps<One> {
  all: One[]
  /** So many stand there at once; one more does, too, rather than a button for it. */
  most: number
  /** What they are, several of them. */
  noun: string
  children: (shown: One[]) => React.ReactNode
}

/** What leads to more than is shown. */
export const MORE = { variant: 'subtle', color: 'gray', my: 'xs', ml: -11, size: 'compact-md' } as const

/** The first of a list, and a button that shows the rest. */
export function FirstOf<One>({ all, most, noun, children }: FirstOfProps<One>) {
  const [isWhole, setWhole] = useState(false)
  const isAll = isWhole || all.length <= most + 1
  return (
    <>
      {children(isAll ? all : all.slice(0, most))}
      {!isAll && (
        <Button {...MORE} onClick={() => setWhole(true)}>
          Show all {all.length} {noun}
        </Button>
      )}
    </>
  )
}
