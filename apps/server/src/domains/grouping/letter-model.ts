/**
 * Costs of each character behind another, in sixths of a nat, written in base 64: bigrams of 36,000 names of files, classes
 * and functions in public packages, none of which is in `conformance/names`. Rows and columns are the edge of a word (any
 * other character), a–z, A–Z and 0–9. Part of the grouping version: a changed letter may move events to other issues.
 */
const costs: readonly string[] = [
  'TUXQVWWUZVdiXVaaTlURTXWafnnUaVZaaWeZkncZdfWoZXacehqsmuokpsxv337',
  'XtVQSugQ3VwdNTP8UzNRJZfhhZltwstttu0u87yt3xp8opryt07878enw085388',
  'PNhgnMoilTSwJffRdrVQjOwowewfwgojowpn80sknsdoggmwim80000os00u000',
  'VO4YxKvwOWrQRn4Ok0TZLW8s2V8jrjnoospl8proxtk2nlmuuo48848zt488488',
  'MPgePJmf3PonWikVfvaXlVloyf3ZcXbYahgalldaeeYmYWaeeh0xy3yqwvty388',
  'NUiSUfZcqqvrWXPoXZLNPmegYezbhaeddlketqhdhhbqbadifl2wx8xw088v888',
  'RNqgrOQx8H8nSpqNu8TbUZx8rX8mrgklq8uf8tmjmjl8mgoqrr8118ou1m88pku',
  'KWokpHvXYP8jYfWbmoUQfWwy1gwdhdfcbkmdytjfkgcqdbbihn1v585u1u58888',
  'MLnnnI1x8R8tobnNeqXfUVv18gieeYeeclmelnlfigYjZbdlkm88x88lx181888',
  'cWYPUSXSyr2nPVKLXrVQPuX8e8Xv2pxut4wx876uy4x8tuy2s88888428888888',
  'aYo87D8s8e888s8Sks7K8Vgl8888sloso88s8sho88o8sko88888888s8888888',
  'JSldcIZfoSyuXdagkqjRmT8r8i8cgXebbijamkcdkgYnZYYgon8u888u88888r8',
  'PPfjTJkqwL8hRqsPY8qWTQcw5Zxgkfkhirmj0smhnlexfdhmls88888s8828588',
  'PLWigIuowRyqXSfTN8uYiZvr8k5cjdgheooiqtjhkla0efhlirvq088r5558088',
  'NTsRPQUPrVmceiYXgynNKaZx2hwgmchefnkgqsjgkjdzddgnll4188vuu888888',
  'ZYaTSrdZzdYaRQIWW3LXVQZWghzooonrqvwovtrmrti0mkpspy5858788888878',
  'QPlfWKtiVS8sOmkNS8RWOWt28f8gnckghqli6smkunewcgimiu6u88sonww8v88',
  'X888mko88888Qo8888kfsB8ss888828888mi88l8888888o8888888888888888',
  'MOoVbLeV1Q8ZeXbNh8URSaVl5V8ilejggqqgxvmioje2efimko88388u0888888',
  'JVrXsNfvWS2cgglTWdnQLYsk0d4bhZdccgleooYgjgaucWeihiu4x82jw84w888',
  'MPvaqKlrVL8tkjoRd8RTXc2g6Y6cfZccakidrofcggatZZcihkzxz82pz88z828',
  'gWUXUNdU8T86NROeR6NPLu82n0q6yu6z866r88v686z8uwv8w88888828886828',
  'ZMnq0GpkwI80jgsaj8cmtpu80p8q8wts08888w8t08twqwp8m88888NYhl8k080',
  'MKsnkQs8XO8ma8OMiwQRb88p888ehbhehwjgsshgpnencbfggr88w88n88888w8',
  'NbmLoPtxkR88nexfNtpiIZpxtV8fpjjglnpm8xhnnid8ggfmqt88xSnmt8np8t8',
  'Hafbedqorj11aWRdM1jTXo1e81dYaWYYXgfZlhdZcbWmWVYfah8ut81u8888888',
  'UK88qE8qYV88amqP88jjYX888Qevqlqp88q68874q8l88488qq8888888888888',
  'c8VPJrfa8ov8RlR0Q8KQQQffv8irrmqvqv8q8tmdmtg8milr8tq0v8z88888888',
  'dIul8QqluLr8Su8QuqRuuJ8q8Qqhuiugmmjom8igqi7oooqu8u8mq8uu888u888',
  'ePwrwc11Ojw0Mj8El8QfqWu1sh8kpqmnmwnn8ujprrhwmhmpsm1r18wl888r188',
  'ZMelpFt88L8xincOwxXnwXx8xd8oejigltxoohhwigqqhoo8xxxxm88q8xx8x88',
  'Yg8md8ap8x8rUUInscLZl8R8H88mtjnotnoxxtnnptoxgagpx8kpx8r88888x88',
  'eNxr8Vy8xI88MtgJtrMpoQ8r858npbrtt8xitrtx8p88mrxrtor8888888888x8',
  'YXucqD8z0Z8dTqpS88MluXqh88ifjcqluqom8houolmokloo8u8uu8qq8u88888',
  'XI8rnJ8nrR88nh8Nr8krKW888a7h8r8n88rrrc8rr8g8fnWrr8r88r888r88888',
  'ZU4gQpXa8888nNEjZ8pPSx38883mtibjq88l88kdZfZqkfktt8xxxxt88888888',
  'XP88YX888x8888lG38XIldkTl88l8c6g688l8l1l8lk88N6l8h8l8845888888l',
  'SZ3wfDrx6T88pRXh28Zj3W8i8f848dbU3fmZ884fi8l8ih0m8m8mi86788888i8',
  'WOvpoQ8vwH88v8vF1wroxiur838infhdn88f8rgfpfjwiehnvm8r888v8888v88',
  'ZHv8qJ8t8O8tvy8Lq8xjlRq8xe8i8pdbxpqf8tYftlpxphfpxqqqx8888888888',
  'TH8rpMql8l8358yGittolPz88t8m8ghifltj88itlic8tZbp8tt8j888p888888',
  'XlMcu8P18n0kknPyH8LYcSVdt88ftphtpttpt8lbYnj8kefkpt8p88888888888',
  'gI0ryUtwcY88O8tM18GjuXl08i8j0gqhttlj8qpllwq8mprnkw8w88080888088',
  'W88830688888j688Y8fx5B888j8jjZ88882x88Qjj8j8j5fj88888825j8j8888',
  'cTo1mCl28g868s8On81svPw8828pv8pnfrvc88crzkl8snvl8s8v888888888z8',
  'camPuH88XT8gcjaRQdwbJSqb8V8pqjkjmljqwskcmdmkmdjumwou08w0q880088',
  'ZNxl8Nx8VP8xktxJn8LgkZ8wxLtm8ilghttmxphdtlc8phgxxl8qq888888x88x',
  'Zxvyqo4w8e88omI6I8NMOY88888ksm8o8ksb88ksgss8Sfej8ssso888m8888s8',
  'hE8i8Lt88O88ie8WX848tn88888l8p8n8i8t888nppt88p8l688888NSfhtennt',
  'XJ888N88UI88z8nK78Nmp888888p8lqpqq8g8qq888p8pejq8m88888888q8888',
  'QnxVPa4eTc88yLeYM4eeUl084geu3eyez2VUeYwT2Qs8eVT147e88e8ee8V8888',
  'MFnjdPfwyS88heZdU8qaff7m87lMytwfb4fx850xfzY8utffy48886yf888f888',
  'Oa862R83bT88Vg0D88wxnm888guS1g0a47ggg8gc28w82g48gg8887zg888g888',
  'KWTTXkY781883710580kz588888x2w0kzk50881043x8yw0437888QMLWXSTTTP',
  'ELLoioo888s888s8Zo8s88888s8fglnnjs8h88jniino8hns8888saedigbZccc',
  'EUSfeflil888pp8888il6pl8f8pacXilphlc88hhiZdppfh888888NYWXabdpfb',
  'EXUyVr515v8ix1vv08uvt068b580ieWei5838843ie08Vz276W888WVLXe3b5bX',
  'EZgwbfg03uP6wguty8fbsb4g748SgcgYc3gc88215cggcxZg48888UUdffffbxX',
  'EcVddcZuyo71qvpot7ndntz32y8a0Taax03x88ex11e8vTx2e4888MYYdVddXdX',
  'GXbffefw0q83sxrqv8pqov15408UYZYZgcgg882g4ay8yxg548888YZTcJQcZZZ',
  'EbRbbabtxn60ptnXb6mnlsy2cx8cwbYcuc0V65vuycr8sYuzY1888XYWbXVbbbT',
  'FbYccbcuyo71quUot6nSmtz32y8RzYwwwzYc87xWdWt8ccY103888XZVYYYQcYc',
  'Fbcbbactcn5zpbnmr5mblrc20x7rwcctcxcu65vuyyV8sVuzc188cSZXVYSPcVY',
]

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const size = costs.length
const table = Uint8Array.from(costs.join(''), (digit) => digits.indexOf(digit))

/** Returns the row of a character. */
function rowOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 96
  if (code >= 65 && code <= 90) return code - 38
  return code >= 48 && code <= 57 ? code + 5 : 0
}

/**
 * Computes by how many nats a text is more likely a name that a person chose than a random one of an alphabet: positive for
 * words, negative for hashes. Linear in its length.
 *
 * @example wordiness('checkout', 26) > 0 && wordiness('q7xk2jzd', 36) < 0
 */
export function wordiness(text: string, alphabetSize: number): number {
  let cost = 0
  let previous = 0
  for (let index = 0; index < text.length; index++) {
    const row = rowOf(text.charCodeAt(index))
    cost += table[previous * size + row]!
    previous = row
  }
  return text.length * Math.log(alphabetSize) - cost / 6
}
