type PendingWake = { readonly sending: Promise<void>; next: Promise<void> | null }

/** Pending wakes, by topic and key. */
export type CoalescedWakes = {
  /** Resolves once the wake was sent, or is remembered for later. Never rejects. */
  wake(topic: string, key: string): Promise<void>
  remember(topic: string, key: string): void
  retryMissed(): void
}

/**
 * Merges bursts of wakes, and loses none of this process. While one wake of a key is being sent,
 * all further ones share the next. A failed wake is kept until `ringMissed`.
 */
export function coalescedWakes(engine: {
  isThere(): boolean
  ring(topic: string, key: string): Promise<void>
  onLost(error: Error): void
}): CoalescedWakes {
  const ringing = new Map<string, PendingWake>()
  const missed = new Map<string, { readonly topic: string; readonly key: string }>()

  function begin(topic: string, key: string): Promise<void> {
    const name = `${topic}\n${key}`
    const bell: PendingWake = {
      next: null,
      sending: send(topic, key).finally(() => {
        if (ringing.get(name) === bell && bell.next === null) ringing.delete(name)
      }),
    }
    ringing.set(name, bell)
    return bell.sending
  }

  async function send(topic: string, key: string): Promise<void> {
    if (engine.isThere())
      try {
        return await engine.ring(topic, key)
      } catch (error) {
        engine.onLost(error instanceof Error ? error : new Error(String(error)))
      }
    missed.set(`${topic}\n${key}`, { topic, key })
  }

  function wake(topic: string, key: string): Promise<void> {
    const bell = ringing.get(`${topic}\n${key}`)
    if (!bell) return begin(topic, key)
    return (bell.next ??= bell.sending.then(() => begin(topic, key)))
  }

  return {
    wake,
    remember: (topic, key) => void missed.set(`${topic}\n${key}`, { topic, key }),
    retryMissed() {
      const again = [...missed.values()]
      missed.clear()
      for (const { topic, key } of again) void wake(topic, key)
    },
  }
}
