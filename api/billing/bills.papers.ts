import { keptDocument } from '#commands/gateways/documents/documents.ts'
import { codePicture } from '#commands/kernel/typeset/code-picture.ts'
import { facturXOf } from '#commands/billing/document/factur-x.ts'
import { PDF } from '#commands/billing/issue-bill.ts'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill, IssuedBill } from '#domain/billing/bill-facts.ts'
import { billRefusal } from '#domain/billing/bill-refusals.ts'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import { paperOf } from '#domain/billing/paper/paper.ts'
import { paymentCodeOf } from '#domain/billing/paper/payment-code.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { dayIn } from '#domain/kernel/time.ts'
import type { Api, BinaryReply, Call } from '../kernel/api.ts'
import { zipOf } from '../kernel/zip.ts'
import { paperToWire } from './wire.ts'
import { type BillsDeps, liveBill, todayOf } from './bill-access.ts'

/** Papers of bills: what they say, as PDF, as XML and as an archive. */
export function billPapers(api: Api, { issuance }: BillsDeps): void {
  const { deps } = api
  const live = liveBill(issuance)

  const dataUrl = (bytes: Uint8Array | null, mediaType: string): string | null =>
    bytes && `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`
  const picture = async (sha256: string): Promise<string | null> => {
    const document = sha256 === '' ? null : await deps.documents.read(sha256)
    return document && dataUrl(document.bytes, document.mediaType)
  }
  /** Texts of a bill's paper: now, at an instant, or of a draft as it would be issued. */
  const shown = async (
    {
      owner,
      caller,
      now,
      query: { at, asIssued },
    }: Pick<Call<typeof billRoutes.pdf>, 'owner' | 'caller' | 'now' | 'query'>,
    id: string,
    state: Exclude<Bill, { status: 'none' | 'removed' }>,
  ): Promise<FrozenBill> => {
    const frozen =
      at !== undefined
        ? await issuance.previewedAt(id, owner, dayIn(at, caller.timeZone), at)
        : state.status === 'draft'
          ? await issuance.previewed(
              id,
              state,
              owner,
              todayOf({ now, caller }),
              asIssued ? 'issued' : 'draft',
            )
          : state.frozen
    if (frozen === null) throw refusal('NOT_FOUND', { id })
    return frozen
  }
  api.serve(billRoutes.paper, {}, async (call) => {
    const { profileId, id } = call.params
    const state = await live(call.owner, profileId, id)
    const frozen = await shown(call, id, state)
    const [logo, signature] = await Promise.all([
      picture(frozen.seller.logoSha256),
      picture(frozen.seller.signatureSha256),
    ])
    const code = paymentCodeOf(frozen)
    return {
      ...paperToWire(paperOf(frozen)),
      logo,
      signature,
      code: dataUrl(code === null ? null : codePicture(code), 'image/svg+xml'),
      sha256: state.status === 'issued' && frozen.ref !== '' ? state.documentSha256 : '',
    }
  })

  const paperOfIssued = ({ documentSha256 }: IssuedBill) =>
    keptDocument(deps.documents, documentSha256)

  api.serve(billRoutes.pdf, {}, async (call): Promise<BinaryReply> => {
    const { profileId, id } = call.params
    let state = await live(call.owner, profileId, id)
    if (state.status === 'issuing') {
      await issuance.finish(id, call.meta())
      state = await live(call.owner, profileId, id)
    }
    const frozen = await shown(call, id, state)
    if (state.status !== 'issued' || frozen.ref === '')
      return {
        bytes: await issuance.preview(frozen, {
          owner: call.owner,
          isGuest: call.caller.isGuest,
          signal: call.closed,
        }),
        mediaType: PDF,
        fileName: 'brouillon.pdf',
      }
    const { bytes, mediaType } = await paperOfIssued(state)
    return { bytes, mediaType, fileName: `${state.frozen.ref}.pdf` }
  })

  api.serve(billRoutes.xml, {}, async (call): Promise<BinaryReply> => {
    const { profileId, id } = call.params
    const state = await live(call.owner, profileId, id)
    if (state.status !== 'issued') throw billRefusal('BILL_NOT_ISSUED')
    const bytes = facturXOf((await paperOfIssued(state)).bytes)
    if (bytes === null) throw billRefusal('BILL_WITHOUT_XML')
    return {
      bytes,
      mediaType: 'application/xml',
      fileName: `${state.frozen.ref}.xml`,
      disposition: 'attachment',
    }
  })

  api.serve(billRoutes.pdfs, {}, async (call): Promise<BinaryReply> => {
    const { profileId } = call.params
    const issued: { readonly ref: string; readonly sha256: string }[] = []
    for (const id of new Set(call.query.ids)) {
      const state = await live(call.owner, profileId, id)
      if (state.status !== 'issued') throw billRefusal('BILL_NOT_ISSUED')
      issued.push({ ref: state.frozen.ref, sha256: state.documentSha256 })
    }
    async function* files() {
      for (const { ref, sha256 } of issued) {
        const { bytes } = await keptDocument(deps.documents, sha256)
        yield { name: `${ref}.pdf`, bytes }
      }
    }
    return {
      stream: zipOf(files()),
      mediaType: 'application/zip',
      fileName: 'factures.zip',
      disposition: 'attachment',
    }
  })
}
