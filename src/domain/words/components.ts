import type { Component } from '../../scoring/components.ts'
import type { Words } from './word.ts'

export const COMPONENT_WORDS: Words<Component> = {
  p_score: { label: 'Planning', sentence: 'How well forecasts met the orders that came.' },
  o_score: { label: 'Operations', sentence: 'How well orders were kept, made ready and described.' },
  t_score: { label: 'Tickets', sentence: 'How many tickets orders caused, and how soon they were answered.' },
  f_score: { label: 'Finance', sentence: 'How punctually invoices were paid.' },
  i_score: { label: 'Inventory', sentence: 'How fresh the stock is, and how long it lasts.' },
}
