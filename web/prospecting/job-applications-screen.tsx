import { JobApplication } from '#contract/kernel/records.ts'
import { RecordScreen } from '#web/kernel/records/record-screen.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { optionLabel } from '#web/kernel/words/record-words.ts'

/**
 * Route `/admin/prospecting/offer/applications`: what came in answer to the user's publications.
 */
export const JobApplicationsScreen = () => (
  <RecordScreen
    type={JobApplication}
    phone={(row) => ({
      status: optionLabel('jobApplication', 'status', plainText(row['status'])),
      note: <bdi>{plainText(row['publication'])}</bdi>,
    })}
  />
)
