import { derivedUuid, newUlid } from '#commands/kernel/ids.ts'
import { dayOf, invoice } from '#tests/api/bodies.ts'

export type Written = { readonly id: string; readonly version: number; readonly position: string }
/** One command as it is sent, and sent again word for word when no answer came. */
type Command = {
  readonly method: 'POST' | 'PUT'
  readonly url: string
  readonly body: object
  readonly key: string
  readonly event: string
  readonly after?: readonly Command[]
}
/** `event`: the type of the last event that the command appends. */
type Acknowledged = Written & { readonly event: string }
export type Owner = {
  readonly userId: string
  readonly profileId: string
  readonly clientId: string
}

/** Next step of a writer. Writers past the 56th draft, issue and settle bills, the longest work. */
function next(writer: number, { userId, profileId, clientId }: Owner, today: number): Command {
  const id = newUlid()
  const command = (
    method: Command['method'],
    url: string,
    event: string,
    body: object,
  ): Command => ({
    method,
    url,
    event,
    body,
    key: derivedUuid(id, url, event),
  })
  if (writer < 56) {
    const [type, Noun] =
      writer % 4 === 0 ? (['company', 'Company'] as const) : (['contact', 'Contact'] as const)
    const names = (text: string) => (type === 'company' ? { name: text } : { lastName: text })
    return {
      ...command('POST', `${type}/${userId}`, `${Noun}Added`, { id, ...names(`Atelier ${id}`) }),
      after: [
        command('PUT', `${type}/${userId}`, `${Noun}Changed`, { id, ...names(`Moulin ${id}`) }),
      ],
    }
  }
  const bill = `bill/${userId}/${profileId}/${id}`
  return {
    ...command('POST', `bill/${userId}`, 'BillDrafted', {
      id,
      ...invoice(profileId, clientId, 1 + (writer % 3)),
    }),
    after: [
      command('PUT', `${bill}/issue`, 'BillIssued', { issueDate: dayOf(today) }),
      command('PUT', `${bill}/paid`, 'BillPaid', { date: dayOf(today) }),
    ],
  }
}

/**
 * 64 writers over HTTP, until the server is gone. A writer whose command found no answer sends the
 * very same when it is back, as a browser does.
 */
export function writers(count: number, owner: Owner, today: number) {
  const pending = new Map<number, readonly Command[]>()
  const acknowledged: Acknowledged[] = []
  const refused: string[] = []

  async function write(
    writer: number,
    address: string,
    token: string,
    onAcknowledged: (event: string) => void,
  ): Promise<void> {
    for (;;) {
      const [command, ...rest] = pending.get(writer) ?? [next(writer, owner, today)]
      if (!command) throw new Error('A writer has at least one command')
      pending.set(writer, [command, ...rest])
      let answer: { status: number; text: string }
      try {
        const response = await fetch(`${address}/api/${command.url}`, {
          method: command.method,
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': command.key,
          },
          body: JSON.stringify(command.body),
        })
        answer = { status: response.status, text: await response.text() }
      } catch {
        return // killed: what was under way stays pending
      }
      if (answer.status === 200) {
        const { id, version, position } = (JSON.parse(answer.text) as { result: { data: Written } })
          .result.data
        acknowledged.push({ id, version, position, event: command.event })
        onAcknowledged(command.event)
      } else refused.push(`${command.method} ${command.url}: ${answer.text}`)
      const following = [...(command.after ?? []), ...rest]
      if (following.length > 0) pending.set(writer, following)
      else pending.delete(writer)
    }
  }

  return {
    acknowledged: acknowledged as readonly Acknowledged[],
    refused: refused as readonly string[],
    /** Resolves when the server is gone. */
    run: (address: string, token: string, onAcknowledged: (event: string) => void) =>
      Promise.all(
        Array.from({ length: count }, (_, writer) => write(writer, address, token, onAcknowledged)),
      ),
  }
}
