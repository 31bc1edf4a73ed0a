import type { components } from './schema.d.ts'

export type Schemas = components['schemas']
export const COMPONENTS = ['p_score', 'o_score', 't_score', 'f_score', 'i_score'] as const
export type Component = (typeof COMPONENTS)[number]
