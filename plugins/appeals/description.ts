import type { Role } from '../../src/platform/access/roles.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import { seenIn } from '../../src/platform/schemas/url-text.ts'

/** The least that says anything to two reviewers. */
export const FEWEST_CHARACTERS = 10

/** Roles of people who know what was wrong, so they say it. */
const MUST_SAY: Role[] = ['seller', 'am']

const REQUIRED = 'description is required: say what was wrong with the score.'
const TOO_SHORT = `description must have at least ${FEWEST_CHARACTERS} characters that are no blanks.`
const MISSING = 'The appeal has no description: its reviewers do not read what was wrong with the score.'

/**
 * What is to be said about the description of a new appeal. An empty one is none.
 * @returns a warning where there is none, and the caller may leave it out
 * @throws 400 when it is too short, or missing from somebody who must give one
 */
export function judgeDescription(description: string | undefined, role: Role): { warnings?: string[] } {
  if (description) {
    if ([...seenIn(description)].length < FEWEST_CHARACTERS) throw badRequest('invalid_field', TOO_SHORT)
    return {}
  }
  if (MUST_SAY.includes(role)) throw badRequest('field_required', REQUIRED)
  return { warnings: [MISSING] }
}
