import { agent, colleague, customer, holds, note, type Story, solves } from "./story.ts";

export const planStories: readonly Story[] = [
  {
    key: "more-users",
    subjects: [
      "Upgrade for {some} more users",
      "More users in our plan",
      "We need {few} more users",
    ],
    type: "question",
    team: "Billing",
    tags: ["plan"],
    priority: "normal",
    turns: [
      customer`+0 We hire for the season and need {few} more users from {nextdate} until the end of {later}. Do we have to change the plan for that, and what would it cost?`,
      solves`+30 No change of plan needed. On **Team** you can add users by the month, 14 each, and remove them at any time; the month is counted to the day. So for {few} users until the end of {later} you only pay those days.\n\nIf they only scan and never open the web, take *device users* instead: 6 each.`,
      customer`+400 Device users then. Added {few}, that was easy.`,
    ],
  },
  {
    key: "cancel-module",
    subjects: ["Cancel the returns module", "Cancellation of an add-on"],
    type: "task",
    team: "Billing",
    tags: ["plan", "returns"],
    priority: "normal",
    turns: [
      customer`+0 We want to cancel the add-on "Route planning" at the next possible date, we do not use it. Please confirm in writing.`,
      agent`+40 I confirm: the add-on ends with the current period, on the last day of next month, the rest of your plan stays as it is. Your planned routes can be exported until then under **Routes → Export**.\n\nMay I ask what was missing? No need to answer, it just helps.`,
      customer`+900 Thanks. Nothing missing, our carrier does the routes now.`,
    ],
  },
  {
    key: "quote-scanners",
    subjects: ["Quote for {some} scanners with licences", "Offer for additional scanners"],
    type: "question",
    team: "Billing",
    tags: ["scanner", "plan"],
    priority: "normal",
    turns: [
      customer`+0 Please send a quote for {some} × {scanner} including licences, charging cradles and set-up. We need it for the budget until {nextdate}.`,
      note`+60 We do not sell hardware in {home} ourselves, the partner does. Forwarded to the partner desk with their contact.`,
      agent`+20 Licences are from us, the devices come from our partner. I have asked them for {some} devices with cradles, enrolled before delivery, so you take them out of the box and scan. Quote by tomorrow; mine for the licences is attached.`,
      customer`+1500 Got both quotes. One question: is the battery the large one? The small does not last a shift.`,
      holds`+40 I have asked the partner to confirm in writing which battery it is.`,
      agent`+500 Confirmed: large battery (4,620 mAh), the price stays. The quote is good for 30 days.`,
      customer`+900 Perfect, it went into the budget. Thanks for the patience`,
    ],
  },
  {
    key: "security-questionnaire",
    subjects: [
      "Supplier questionnaire and data processing agreement",
      "Security questionnaire from our IT",
    ],
    type: "task",
    team: "Billing",
    tags: ["plan", "permissions"],
    priority: "low",
    turns: [
      customer`+0 Our IT needs a filled in security questionnaire ({some} questions, attached) and a signed data processing agreement for the yearly audit. Deadline is in two weeks.`,
      agent`+120 The agreement can be signed at once: **Settings → Company → Contracts**. The questionnaire goes to our security people, they need about a week. Our standard answers and the certificate are attached already, perhaps that is enough for some of the questions.`,
      colleague`+600 IT here. The certificate answers about half. Questions 14 to 31 remain, mainly backup and sub-processors.`,
      holds`+60 Very helpful, I have told them to do 14 to 31 only.`,
      solves`+2400 Attached: 14 to 31, with the list of sub-processors. If an answer is too short, write which one and I pass it on.`,
    ],
  },
  {
    key: "downgrade",
    subjects: ["Downgrade to the smaller plan", "Change to Starter next year"],
    type: "question",
    team: "Billing",
    tags: ["plan"],
    priority: "low",
    turns: [
      customer`+0 Since we closed one site we think the smaller plan is enough. What would we lose?`,
      agent`+50 I looked at what you used in the last 90 days. You would lose the second site (closed anyway), scheduled reports (you have {few}) and the API. The API is used by your shop each night, so that is the one to think about. The limit of orders would be fine.`,
      customer`+1500 Then we stay. Good that I asked`,
    ],
  },
];
