import { expect, test } from 'vitest'
import { XmlTooDeep } from '#commands/kernel/xml-depth.ts'
import { xmlTree } from '#commands/kernel/xml-tree.ts'
import { readEuropass } from '#domain/cv/import/read-europass.ts'

async function read(xml: string) {
  const root = await xmlTree(xml)
  return root === null ? null : readEuropass(root)
}

const PASSPORT = `<?xml version="1.0"?><SkillsPassport xmlns="http://europass.cedefop.europa.eu/Europass"><LearnerInfo>
<Identification><PersonName><FirstName>Lea</FirstName></PersonName><ContactInfo><Email><Contact>lea@example.org</Contact></Email></ContactInfo></Identification>
<Headline><Description><Label>Développeuse Java</Label></Description></Headline>
<WorkExperienceList>
<WorkExperience><Period><From year="2019" month="--03"/><Current>true</Current></Period><Position><Label>Développeuse</Label></Position>
<Activities>&lt;p&gt;API&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Tests&lt;/li&gt;&lt;/ul&gt;</Activities><Employer><Name>Nova</Name><ContactInfo><Address><Contact><Municipality>Lyon</Municipality></Contact></Address></ContactInfo></Employer></WorkExperience>
<WorkExperience><Period><From year="2015"/><To year="2018" month="--12" day="---31"/></Period><Employer><Name>Orion</Name></Employer></WorkExperience>
</WorkExperienceList>
<EducationList><Education><Period><From year="2010"/><To year="2013"/></Period><Title>Licence</Title><Organisation><Name>Université</Name></Organisation></Education></EducationList>
<Skills><Linguistic><MotherTongueList><MotherTongue><Description><Label>français</Label></Description></MotherTongue></MotherTongueList>
<ForeignLanguageList><ForeignLanguage><Description><Label>anglais</Label></Description><ProficiencyLevel><SpokenInteraction>B2</SpokenInteraction></ProficiencyLevel></ForeignLanguage></ForeignLanguageList></Linguistic>
<Driving><Description><Licence>B</Licence></Description></Driving></Skills></LearnerInfo></SkillsPassport>`

test('OF53: a Europass passport has its missions, studies and languages; the rest is told', async () => {
  const reading = await read(PASSPORT)
  expect(reading?.fields.map(({ section, values }) => ({ section, ...values }))).toEqual([
    { section: 'person', firstName: 'Lea' },
    { section: 'head', title: 'Développeuse Java' },
    {
      section: 'mission',
      projectName: 'Développeuse',
      client: 'Nova',
      location: 'Lyon',
      startYear: 2019,
      startMonth: 3,
      isPresentMission: true,
      tasks: 'API\n- Tests',
    },
    { section: 'mission', projectName: 'Orion', startYear: 2015, endYear: 2018, endMonth: 12 },
    { section: 'study', diploma: 'Licence', institute: 'Université', from: 2010, to: 2013 },
    { section: 'language', name: 'français', level: 9 },
    { section: 'language', name: 'anglais', level: 4 },
  ])
  expect(reading?.unplaced).toEqual(['lea@example.org', 'B'])
})

test('the newer Europass is read too', async () => {
  const reading =
    await read(`<?xml version="1.0"?><Candidate xmlns="http://www.europass.eu/1.0" xmlns:hr="http://www.hr-xml.org/3" xmlns:eures="e"><CandidateProfile>
<ExecutiveSummary>Dix ans d’API</ExecutiveSummary>
<EmploymentHistory><EmployerHistory><hr:OrganizationName>Nova</hr:OrganizationName><PositionHistory><PositionTitle>Développeuse</PositionTitle><eures:EmploymentPeriod><eures:StartDate><hr:FormattedDateTime>2019-03-01</hr:FormattedDateTime></eures:StartDate><hr:CurrentIndicator>true</hr:CurrentIndicator></eures:EmploymentPeriod></PositionHistory></EmployerHistory></EmploymentHistory>
<EducationHistory><EducationOrganizationAttendance><hr:OrganizationName>Université</hr:OrganizationName><EducationDegree><hr:DegreeName>Licence</hr:DegreeName></EducationDegree></EducationOrganizationAttendance></EducationHistory>
</CandidateProfile></Candidate>`)
  expect(reading?.fields.map(({ values }) => values)).toEqual([
    { summary: 'Dix ans d’API' },
    {
      projectName: 'Développeuse',
      client: 'Nova',
      startYear: 2019,
      startMonth: 3,
      isPresentMission: true,
    },
    { diploma: 'Licence', institute: 'Université' },
  ])
})

test('another document is none, nor one of too many elements', async () => {
  expect(await read('<?xml version="1.0"?><html><p>x</p></html>')).toBeNull()
  expect(await xmlTree(`<a>${'<b/>'.repeat(50_001)}</a>`)).toBeNull()
})

test('a document of 200 levels is read, of more refused', async () => {
  expect(await xmlTree('<a>'.repeat(200))).toMatchObject({ name: 'a' })
  await expect(xmlTree('<a>'.repeat(201))).rejects.toBeInstanceOf(XmlTooDeep)
})
