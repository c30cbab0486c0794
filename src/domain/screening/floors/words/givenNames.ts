/**
 * Frequent given names of girls and boys, as far as they are not words of everyday English: "Emma is 14" states an age.
 * From the lists of names that the statistical offices of the United States, the United Kingdom, Germany, France, Spain
 * and Russia publish.
 */
export const givenNames =
  "emma olivia ava sophia sophie sofia isabella mia charlotte amelia evelyn abigail emily elizabeth ella madison scarlett victoria chloe " +
  "camila penelope riley layla nora zoe mila aubrey hannah addison eleanor natalie luna savannah brooklyn leah stella ellie skylar " +
  "bella lucy anna anne annie samantha caroline genesis aaliyah kennedy allison maya sarah sara madelyn adeline ariana elena gabriella " +
  "naomi alice sadie hailey eva emilia nevaeh kaylee lydia eliana peyton melanie gianna isabelle isabel julia julie valentina clara " +
  "vivian reagan mackenzie madeline delilah katie katy kate katherine catherine jessica jennifer jenny ashley amanda brittany megan " +
  "lauren rachel rebecca becky nicole stephanie michelle kimberly kim amy laura lena lea leonie marie maria lina johanna greta frieda " +
  "lisa nina jana katja heidi ingrid anja jule merle jade louise manon camille juliette lucia martina paula daniela carla alba irene " +
  "masha maria dasha nastya katya olga svetlana natasha ksenia polina маша даша настя катя оля света наташа ксюша полина аня лена " +
  "liam noah oliver james william benjamin lucas henry alexander michael ethan daniel jacob logan jackson sebastian mateo owen theodore " +
  "aiden samuel joseph john david matthew luke asher gabriel isaac lincoln dylan ezra thomas charles christopher josiah isaiah andrew " +
  "elias joshua nathan caleb ryan adrian miles nolan christian aaron cameron jonathan jordan ian carson nicholas dominic austin xavier " +
  "jose adam wesley silas evan micah ryder jason giovanni vincent diego nathaniel tyler tommy timmy billy bobby johnny jimmy danny " +
  "leon finn jonas felix moritz jannik niklas lukas paul tim tom ben sam hugo jules arthur raphael mathis pablo javier alvaro sergio " +
  "саша миша дима паша ваня петя коля алиса ирина алина дарья ольга юля лиза соня вика маргарита софия полина варя таня наталья никита артём максим кирилл " +
  // Of other countries, and names that are also words: "Lily is 14" states an age, and "daisy, 14 petals" none.
  "lily daisy hazel ivy ruby harper tiffany jayden aiko yuki sakura hana yui rin haruka akari mei ayaka " +
  "hinata haruto ren kaito sora priya ananya aisha fatima maryam khadija zainab layan noor amina salma yasmin leila ahmed mohammed omar yusuf ali hassan " +
  "wei xiaoming meiling jisoo minji jiwoo seoyeon chiara giulia aurora ginevra matteo lorenzo inès chloé zosia ania kasia basia gosia ola julka maja zuzia " +
  "jakub kacper szymon zeynep elif ayşe emine mehmet mustafa lotte sanne fleur daan bram linnea astrid freja"
