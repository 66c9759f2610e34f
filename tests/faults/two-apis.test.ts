import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { newUlid } from '#commands/kernel/ids.ts'
import { verifyLog } from '#commands/kernel/verify.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { client, dayOf, invoice, profile } from '#tests/api/bodies.ts'
import { skipped } from '#tests/engines/local.ts'
import { type Answered, type Caller, call, must, newKey, signIn, type Written } from './client.ts'
import { randoms, repeated, SEED } from '#tests/kernel/nightly.ts'
import { type ProductProcess, productProcess } from './processes.ts'
import { atHead, everyEvent, expectPureFold, missing, servers } from './servers.ts'

const KILLS = repeated({ daily: 3, nightly: 20 })
const random = randoms(SEED)
const WRITERS = 6
const PATIENTLY = { timeout: 240_000, interval: 250 }

type Api = { readonly product: ProductProcess; readonly caller: Caller }

const ofType = (events: readonly RecordedEvent[], type: string) =>
  events.filter((event) => event.type === type)

describe.skipIf(skipped(missing))('two API processes', () => {
  test(`that issue bills of one series at once, killed ${KILLS} times: numbers have neither gap nor double, each bill is issued once`, async () => {
    const { environment, store, readStore } = await servers()
    // One address for both, as behind a proxy: what one has signed the other takes.
    const started: ProductProcess[] = []
    const api = async (): Promise<Api> => {
      const product = await productProcess({
        ...environment,
        ROLE: 'api',
        PUBLIC_URL: 'http://carnet.example',
      })
      started.push(product)
      return { product, caller: await signIn(product) }
    }
    const worker = await productProcess({ ...environment, ROLE: 'workers' })
    const first = await api()
    const { userId } = first.caller
    const { id: profileId } = await must(first.product, 'POST', `professionalInfo/${userId}`, {
      body: profile(Date.now()),
      caller: first.caller,
    })
    const { id: clientId } = await must(first.product, 'POST', `company/${userId}`, {
      body: client,
      caller: first.caller,
    })
    let alive: readonly Api[] = [first, await api()]

    let going = true
    const acknowledged = new Map<string, Written>()
    const refused: string[] = []
    const sent = (at: Api, method: 'POST' | 'PUT', url: string, body: object, key: string) =>
      call(at.product, method, url, { body, caller: at.caller, key })

    /** The same request, sent to both in turn until one answers. */
    async function insist(
      method: 'POST' | 'PUT',
      url: string,
      body: object,
      key: string,
    ): Promise<Answered<Written> | null> {
      for (let tries = 0; tries < 200; tries++) {
        const at = alive[(tries + Math.floor(random() * 2)) % alive.length]
        const answer = at ? await sent(at, method, url, body, key) : null
        if (answer && answer.status !== 0 && answer.status !== 503) return answer
        await pause(50)
      }
      return null
    }

    async function write(): Promise<void> {
      while (going) {
        const id = newUlid()
        const drafted = await insist(
          'POST',
          `bill/${userId}`,
          { id, ...invoice(profileId, clientId) },
          newKey(),
        )
        if (drafted?.status !== 200) {
          refused.push(`draft ${id}: ${drafted?.text}`)
          continue
        }
        // The same bill through both at once, as of two people, or of one who is impatient.
        const url = `bill/${userId}/${profileId}/${id}/issue`
        const key = newKey()
        const answers = await Promise.all(
          [key, random() < 0.5 ? key : newKey()].map((one) =>
            insist('PUT', url, { issueDate: dayOf(Date.now()) }, one),
          ),
        )
        for (const answer of answers) {
          if (answer?.status === 200) acknowledged.set(id, answer.data)
          else if (answer?.code !== 'BILL_ALREADY_ISSUED')
            refused.push(`issue ${id}: ${answer?.text}`)
        }
      }
    }

    const writing = Promise.all(Array.from({ length: WRITERS }, write))
    for (let kill = 0; kill < KILLS; kill++) {
      const before = acknowledged.size
      await expect.poll(() => acknowledged.size, PATIENTLY).toBeGreaterThan(before + 2)
      await pause(random() * 400)
      const victim = alive[kill % 2]
      alive = alive.filter((one) => one !== victim)
      await victim?.product.end('SIGKILL')
      alive = [...alive, await api()]
    }
    going = false
    await writing
    expect(refused, started.map((product) => product.output()).join('')).toEqual([])
    for (const { product } of alive) expect(product.isAlive()).toBe(true)

    // Half-done work of a kill is finished by a worker whose clock is ahead.
    await worker.end('SIGKILL')
    await productProcess({ ...environment, ROLE: 'workers' }, { ahead: 30 })
    const open = async () => {
      const events = await everyEvent(store)
      const begun = new Set(ofType(events, 'BillIssuanceStarted').map((event) => event.stream))
      return begun.difference(new Set(ofType(events, 'BillIssued').map((event) => event.stream)))
        .size
    }
    await expect.poll(open, PATIENTLY).toBe(0)

    const events = await everyEvent(store)
    const issued = ofType(events, 'BillIssued')
    const numbers = issued.map((event) => (event.data as { number: number }).number)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, i) => i + 1))
    expect(new Set(issued.map((event) => event.stream)).size).toBe(issued.length)
    expect(new Set(issued.map((event) => (event.data as { ref: string }).ref)).size).toBe(
      issued.length,
    )
    const streams = new Set(issued.map((event) => event.stream))
    expect(
      [...acknowledged.keys()].filter((id) => !streams.has(`bill-${id}`)),
      'acknowledged and not issued',
    ).toEqual([])
    expect(await verifyLog(store)).toMatchObject({ damages: [] })
    await expect.poll(() => atHead(store, readStore), PATIENTLY).toBe(true)
    await expectPureFold(store, readStore)
    // The test has tested something.
    expect(issued.length).toBeGreaterThan(KILLS * 3)
    console.log(
      `${issued.length} bills issued, ${acknowledged.size} of them acknowledged, by two processes of which ${KILLS} were killed`,
    )
  }, 600_000)
})
