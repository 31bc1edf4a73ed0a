import type { Component } from '../../src/scoring/components.ts'

/** How well a seller does its work in each component, 0 (as badly as it gets) to 1 (flawless). */
export type Quality = Record<Component, number>

/** A kind of seller, and which share of all sellers is of it. */
export interface Archetype {
  name: string
  share: number
  quality: Quality
}

const archetype = (name: string, share: number, [p, o, t, f, i]: number[]): Archetype => ({
  name,
  share,
  quality: { p_score: p, o_score: o, t_score: t, f_score: f, i_score: i } as Quality,
})

/** What an operator's sellers are like: a broad middle, few at the ends, and some with one bad habit. */
export const ARCHETYPES: readonly Archetype[] = [
  archetype('exemplary', 0.06, [0.9, 0.9, 0.9, 0.92, 0.9]),
  archetype('strong', 0.25, [0.68, 0.7, 0.7, 0.74, 0.7]),
  archetype('solid', 0.31, [0.52, 0.56, 0.55, 0.62, 0.56]),
  archetype('late payer', 0.06, [0.6, 0.62, 0.6, 0.06, 0.55]),
  archetype('poor planner', 0.05, [0.05, 0.66, 0.62, 0.66, 0.6]),
  archetype('stale stock', 0.05, [0.55, 0.6, 0.55, 0.6, 0.06]),
  archetype('overstretched', 0.06, [0.4, 0.2, 0.15, 0.5, 0.4]),
  archetype('struggling', 0.09, [0.28, 0.32, 0.28, 0.36, 0.3]),
  archetype('failing', 0.03, [0.03, 0.05, 0.05, 0.02, 0.05]),
  archetype('quiet', 0.04, [0.4, 0.6, 0.6, 0.6, 0.5]),
]

/** How a seller's quality moves over the three finished months and the running one, and in which components. */
export interface Course {
  name: string
  share: number
  steps: [number, number, number, number]
  components: Component[]
}

const course = (
  name: string,
  share: number,
  steps: Course['steps'],
  components: Component[] = [],
): Course => ({ name, share, steps, components })

export const COURSES: readonly Course[] = [
  course('steady', 0.7, [0, 0, 0, 0]),
  course('better operations', 0.05, [-0.4, -0.28, -0.04, 0.05], ['o_score', 't_score']),
  course('better planning and stock', 0.04, [-0.4, -0.3, -0.08, 0.05], ['p_score', 'i_score']),
  course('pays again', 0.03, [-0.5, -0.4, -0.1, 0], ['f_score']),
  course('worse operations', 0.05, [0.08, 0, -0.26, -0.4], ['o_score', 't_score']),
  course('worse planning and stock', 0.04, [0.05, 0, -0.3, -0.4], ['p_score', 'i_score']),
  course('pays ever later', 0.03, [0, -0.1, -0.35, -0.5], ['f_score']),
  course('one bad month', 0.06, [0, 0, -0.45, -0.05], ['o_score', 't_score']),
]

/** The member of the list in whose share a position between 0 and 1 lies. */
export function atShare<T extends { share: number }>(list: readonly T[], position: number): T {
  let upTo = 0
  for (const member of list) {
    upTo += member.share
    if (position < upTo) return member
  }
  return list.at(-1) as T
}
