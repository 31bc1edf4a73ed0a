/** The slots of endpoints: at each at most so many attempts at a time in this process, first come, first served. */
export function openSlots() {
  const endpoints = new Map<number, { busy: number; waiting: (() => void)[] }>()

  /** Waits for a slot of an endpoint that has `most`; answers how to give it back. */
  return async (id: number, most: number): Promise<() => void> => {
    const slots = endpoints.get(id) ?? { busy: 0, waiting: [] }
    endpoints.set(id, slots)
    if (slots.busy < most) slots.busy++
    else await new Promise<void>((handOver) => slots.waiting.push(handOver))
    return () => {
      const next = slots.waiting.shift()
      if (next) next()
      else if (--slots.busy === 0) endpoints.delete(id)
    }
  }
}
