import type { Casts } from "./Casts.ts"

/** Minor characters of Japanese and Chinese games. Their names may be written with either part first. */
export const gameCasts: Casts = [
  [
    "Persona",
    "Futaba Sakura, Ann Takamaki, Nanako Dojima, Rise Kujikawa, Naoto Shirogane, Chie Satonaka, Yukiko Amagi, Sumire Yoshizawa"
  ],
  [
    "Persona",
    "Makoto Niijima, Haru Okumura, Yukari Takeba, Fuuka Yamagishi, Ken Amada, Shiho Suzui, Kasumi Yoshizawa"
  ],
  ["Genshin Impact", "Qiqi, Nahida, Sigewinne, Yaoyao"],
  [
    "Blue Archive",
    "Shiroko Sunaookami, Hoshino Takanashi, Hina Sorasaki, Yuuka Hayase, Mika Misono, Toki Asuma"
  ],
  [
    "Blue Archive",
    "Azusa Shirasu, Koharu Shimoe, Hifumi Ajitani, Iroha Natsume, Ibuki Tanga, Kokona Sunohara"
  ],
  ["Blue Archive", "Aris Tendou, Asuna Ichinose, Karin Kakudate, Iori Shiromi, Ako Amau"],
  [
    "The Idolmaster",
    "Haruka Amami, Chihaya Kisaragi, Miki Hoshii, Yayoi Takatsuki, Iori Minase, Ami Futami, Mami Futami, Yukiho Hagiwara"
  ],
  [
    "The Idolmaster",
    "Hibiki Ganaha, Uzuki Shimamura, Rin Shibuya, Mio Honda, Arisu Tachibana, Ranko Kanzaki, Sachiko Koshimizu, Miria Akagi"
  ],
  [
    "The Idolmaster",
    "Momoka Sakurai, Makoto Kikuchi, Anzu Futaba, Mika Jougasaki, Rika Jougasaki, Miku Maekawa, Koume Shirasaka, Nina Ichihara"
  ],
  ["The Idolmaster", "Chie Sasaki, Kozue Yusa, Haru Yuuki, Risa Matoba, Syoko Hoshi"],
  [
    "BanG Dream!",
    "Kasumi Toyama, Yukina Minato, Sakiko Togawa, Tomori Takamatsu, Anon Chihaya, Mutsumi Wakaba"
  ],
  ["Project Sekai", "Kanade Yoisaki, Mizuki Akiyama, Emu Otori, Ichika Hoshino, Minori Hanasato"],
  ["Fate/Grand Order", "Mash Kyrielight"],
  [
    "Danganronpa",
    "Kyoko Kirigiri, Makoto Naegi, Komaru Naegi, Chihiro Fujisaki, Kaede Akamatsu, Maki Harukawa"
  ],
  ["Danganronpa", "Himiko Yumeno, Monaca Towa, Kotoko Utsugi, Hiyoko Saionji, Mikan Tsumiki, Chiaki Nanami"],
  ["Ace Attorney", "Pearl Fey, Trucy Wright, Kay Faraday"],
  ["Professor Layton", "Luke Triton, Flora Reinhold"],
  ["Final Fantasy", "Yuffie Kisaragi, Hope Estheim, Eiko Carol, Vivi Ornitier, Relm Arrowny"],
  ["Fire Emblem", "Lysithea von Ordelia, Bernadetta von Varley"],
  ["Street Fighter", "Sakura Kasugano, Karin Kanzuki"],
  ["Tekken", "Ling Xiaoyu, Asuka Kazama"],
  ["Honkai Impact", "Bronya Zaychik, Kiana Kaslana"],
  [
    "Uma Musume",
    "Tokai Teio, Haru Urara, Mejiro McQueen, Kitasan Black, Satono Diamond, Silence Suzuka, Agnes Tachyon"
  ]
]
