const endings: (() => unknown)[] = []

/** Runs at the end of the scenario, what came last first. */
export const atEnd = (ending: () => unknown) => void endings.push(ending)

/** Ends all that the scenario has begun. */
export async function end() {
  for (const ending of endings.splice(0).reverse()) await ending()
}
