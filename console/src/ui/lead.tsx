import { createLink } from '@tanstack/react-router'
import { ChevronRightIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Dim, Strong } from './dim.tsx'
import classes from './lead.module.css'

/** A row that leads to what it names, with a sentence of it. */
export const Lead = createLink(({ title, children, ...props }: ComponentProps<'a'>) => (
  <a {...props} className={classes.row}>
    <span>
      <Strong>{title}</Strong>
      <Dim>{children}</Dim>
    </span>
    <ChevronRightIcon size={16} />
  </a>
))
