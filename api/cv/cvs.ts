import type { CvCommands } from '#commands/cv/cvs.ts'
import { MAIN_CV } from '#contract/cv/cv.values.ts'
import { type Cv, CvChanges } from '#contract/cv/cv.schemas.ts'
import { cvRoutes as routes } from '#contract/cv/cv.contract.ts'
import { recordRoutes } from '#contract/kernel/records.contract.ts'
import { type CvContent, cvDecider, type CvFacts } from '#domain/cv/cv.ts'
import { type CvEntry, shownSections } from '#domain/cv/cv.values.ts'
import { CV_ITEMS } from '#domain/cv/cv-items.ts'
import type { CvLanguage } from '#domain/cv/cv-languages.values.ts'
import { Skill } from '#domain/cv/skill.record.ts'
import { Offer } from '#domain/prospecting/offer.record.ts'
import { dayIn, dayOfEpoch, dayOrNone, epochOrZero } from '#domain/kernel/time.ts'
import { type CvDoc, cvs } from '#projections/cv/cvs.ts'
import { jobs } from '#projections/prospecting/jobs.ts'
import { recordsOf } from '#projections/records.ts'
import type { Api, BinaryReply, Call } from '../kernel/api.ts'
import { auditFields, written } from '../kernel/audit-fields.ts'
import { parse } from '../kernel/parse.ts'
import { patch } from '../kernel/patch.ts'
import { assertReadBack, ownOf } from '../kernel/read-back.ts'
import type { Language } from '../kernel/languages.ts'
import { cvItems, itemReads } from './cv-items.ts'
import { cvContentOf, cvDocOf, cvReads, cvStreamOf } from './cv-content.ts'
import { jsonResumeOf } from '#domain/cv/json-resume.ts'
import { suggestedSkills } from './skill-suggestions.ts'

type Head = Omit<Cv, keyof ReturnType<typeof auditFields> | 'versions'>
type Changes = { readonly [K in keyof Head]?: Head[K] | undefined }

/** A body's changes as the domain has them. The wording of each item obeys its record's rules. */
function factsOf(
  { availableFrom, entries, ...changes }: Changes,
  language: Language,
): Partial<CvFacts> {
  return patch({
    ...changes,
    availableFrom: availableFrom === undefined ? undefined : dayOrNone(availableFrom),
    entries: entries?.map(
      (entry): CvEntry => ({
        ...entry,
        wording: wordingOf(entry.section, entry.wording, language),
      }),
    ),
  })
}

/** The names of references stand beside their ids, and are no fields of the record. */
function wordingOf(
  section: CvEntry['section'],
  { organism, ...wording }: CvEntry['wording'],
  language: Language,
) {
  const values = parse(CV_ITEMS[section].Patch, wording, language)
  return typeof organism === 'string' ? { ...values, organism: organism.slice(0, 200) } : values
}

const answered = ({ facts, versions, ...doc }: CvDoc): Cv => ({
  ...auditFields(doc),
  id: doc._id === doc.owner ? MAIN_CV : doc._id,
  ...facts,
  availableFrom: epochOrZero(facts.availableFrom),
  translations: facts.translations.map((row) => ({ ...row })),
  sections: facts.sections.map((place) => ({ ...place })),
  entries: facts.entries.map((entry) => ({ ...entry })),
  versions: versions.map(({ sent, ...version }) => ({
    ...version,
    sent: sent.map(({ to, on, at }) => ({
      to,
      on: epochOrZero(on) || epochOrZero(dayOfEpoch(at)),
    })),
  })),
})

/** CVs: arranging, variants, versions, papers. */
export function cvApi(api: Api, commands: CvCommands): void {
  async function paperOf(
    content: CvContent,
    choices: {
      readonly template?: CvFacts['template'] | undefined
      readonly accent?: number | undefined
    } & {
      readonly language?: CvLanguage | undefined
    },
    call: Pick<Call<typeof routes.pdf>, 'owner' | 'now' | 'caller' | 'closed'>,
    urgency: 'paper' | 'preview',
  ): Promise<BinaryReply> {
    const { facts, person } = content
    const language = choices.language ?? facts.language
    const bytes = await commands.draw(
      {
        content,
        language,
        template: choices.template ?? facts.template,
        accent: choices.accent ?? facts.accent,
        day: dayIn(call.now, call.caller.timeZone),
      },
      { owner: call.owner, urgency, isGuest: call.caller.isGuest, signal: call.closed },
    )
    return {
      bytes,
      mediaType: 'application/pdf',
      fileName: `CV ${person.name} ${language}.pdf`,
      disposition: 'inline',
    }
  }

  api.serve(routes.list, { reads: cvReads }, async ({ read, owner }) => {
    const { items } = await read.cvs.find({ filter: { where: { owner } } })
    const variants = items
      .filter(({ _id }) => _id !== owner)
      .toSorted((a, b) => a.creationDate - b.creationDate)
    return [await cvDocOf(read, owner, MAIN_CV), ...variants].map(answered)
  })

  api.serve(
    routes.add,
    { reads: cvReads },
    async ({ read, owner, body, language, meta, newId }) => {
      const { id = newId(), from, ...changes } = body
      const { facts } = await cvDocOf(read, owner, from)
      const given = factsOf(changes, language)
      return written(await commands.add(id, { ...facts, ...given }, given, meta()))
    },
  )

  api.serve(routes.change, { reads: cvReads }, async (call) => {
    const { read, owner, body, language } = call
    const { id } = body
    const meta = call.meta()
    await assertReadBack(
      api.deps.store,
      { projection: cvs, category: cvDecider.category, id: cvStreamOf(id, owner) },
      { body, owner, commandId: meta.commandId },
    )
    const facts = factsOf(ownOf(body, CvChanges), language)
    // The first change of the main CV keeps the language that it was shown in.
    const { facts: present, version } = await cvDocOf(read, owner, id)
    const whole = version === 0 ? { language: present.language, ...facts } : facts
    return written(await commands.change(cvStreamOf(id, owner), whole, meta))
  })

  api.serve(routes.remove, {}, async ({ params, meta }) =>
    written(await commands.remove(params.id, meta())),
  )

  api.serve(routes.keep, { reads: cvReads }, async ({ read, owner, params, body, meta }) => {
    const { facts } = await cvDocOf(read, owner, params.id)
    const content = await cvContentOf(read, owner, facts)
    return written(await commands.keep(cvStreamOf(params.id, owner), body.name, content, meta()))
  })

  api.serve(routes.version, {}, async ({ owner, params }) => {
    const { facts, items } = await commands.versionOf(
      cvStreamOf(params.id, owner),
      params.number,
      owner,
    )
    const { title, summary, links, language, template, accent, textSize, withPhoto } = facts
    const sections = [...shownSections(facts.sections)]
    const shown = items
      .filter(({ section }) => sections.includes(section))
      .map((item) => ({ ...item }))
    return {
      number: params.number,
      title,
      summary,
      availableFrom: epochOrZero(facts.availableFrom),
      links,
      language,
      template,
      accent,
      textSize,
      withPhoto,
      sections,
      items: shown,
    }
  })

  api.serve(routes.restore, { reads: cvReads }, async ({ read, owner, params, meta }) => {
    const id = cvStreamOf(params.id, owner)
    return written(
      await commands.restore(
        { id, number: params.number, present: await cvItems(read, owner) },
        meta(),
      ),
    )
  })

  api.serve(routes.sent, {}, async ({ owner, params, body, meta }) => {
    const sent = { number: params.number, to: body.to, on: dayOrNone(body.on) }
    return written(await commands.sent(cvStreamOf(params.id, owner), sent, meta()))
  })

  api.serve(routes.pdf, { reads: cvReads }, async (call) => {
    const { read, owner, query } = call
    const id = cvStreamOf(query.cv, owner)
    const content =
      query.number === undefined
        ? await cvContentOf(read, owner, (await cvDocOf(read, owner, query.cv)).facts)
        : await commands.versionOf(id, query.number, owner)
    return paperOf(content, query, call, 'paper')
  })

  api.serve(routes.preview, { reads: cvReads }, async (call) => {
    const { read, owner, body, language } = call
    const { facts } = await cvDocOf(read, owner, body.cv)
    const { item } = body
    const ownItems = await cvItems(read, owner)
    const edited = item && {
      ...item,
      values: { ...ownItems.find(({ id }) => id === item.id)?.values, ...item.values },
    }
    const items = edited ? [...ownItems.filter(({ id }) => id !== edited.id), edited] : ownItems
    const content = await cvContentOf(
      read,
      owner,
      { ...facts, ...factsOf(body.changes, language) },
      items,
    )
    return paperOf(content, { language: body.paper.language }, call, 'preview')
  })

  api.serve(
    routes.jsonResume,
    { reads: cvReads },
    async ({ read, owner, query }): Promise<BinaryReply> => {
      const { facts } = await cvDocOf(read, owner, query.cv)
      const content = await cvContentOf(read, owner, facts)
      const resume = jsonResumeOf(content, query.language ?? facts.language)
      return {
        bytes: new TextEncoder().encode(`${JSON.stringify(resume, null, 2)}\n`),
        mediaType: 'application/json',
        fileName: 'resume.json',
        disposition: 'attachment',
      }
    },
  )

  api.serve(
    recordRoutes(Skill).suggestions,
    {
      reads: {
        skills: itemReads.skill,
        missions: itemReads.mission,
        offers: recordsOf(Offer),
        jobs,
      },
    },
    async ({ read, owner, query }) => suggestedSkills(read, owner, query.q),
  )
}
